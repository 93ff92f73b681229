-- Hands a shard back.
-- ARGV: epoch and server, owner, number of the change that this server knows to be durable.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'place', 'server')
local no = standing(meta[1], meta[4])
if no then
  return no
end
if meta[2] ~= ARGV[2] then
  return {'LEFT'}
end
if tonumber(meta[3] or '0') < tonumber(ARGV[3]) then
  return {'GAP', meta[3] or '0'}
end
redis.call('HSET', KEYS[1], 'clean', '1')
-- Without its server no batch that is still on its way is written, even if a next owner is named.
redis.call('HDEL', KEYS[1], 'owner', 'server')
return {ok = 'OK'}
