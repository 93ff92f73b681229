-- Checks that an epoch is current. ARGV: epoch and server. Returns the number of segments, and the
-- identity of this Redis.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'segments', 'server')
local no = standing(meta[1], meta[3])
if no then
  return no
end
local here = identity()
return {'OK', meta[2] or '0', here}
