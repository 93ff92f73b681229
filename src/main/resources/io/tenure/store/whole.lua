-- ARGV: epoch and server.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'server')
local no = standing(meta[1], meta[2])
if no then
  return no
end
redis.call('HDEL', KEYS[1], 'torn')
return {'OK'}
