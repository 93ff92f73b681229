-- Records how long leases may be promised from now on, before the first of them. Answers whether the
-- record cannot be lost any more.
-- ARGV: epoch and server, longest promise, whether Redis keeps all acknowledged data over a restart.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'server', 'promised')
local no = standing(meta[1], meta[3])
if no then
  return no
end
if not meta[2] then
  return {'LEFT'}
end
redis.call('HSET', KEYS[1], 'promised', larger(meta[4], ARGV[2]))
local _, single = identity()
return {'OK', single and ARGV[3] == '1' and 'kept' or 'told'}
