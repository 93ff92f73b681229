-- Ends the doubt about a shard after its journal was rewritten, or records the remaining doubt.
-- ARGV: epoch and server, number of the change that this server knows to be durable, the reason why
-- leases may be missing that it does not have, and since which epoch.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'server', 'place')
local no = standing(meta[1], meta[2])
if no then
  return no
end
if tonumber(meta[3] or '0') < tonumber(ARGV[2]) then
  return {'GAP', meta[3] or '0'}
end
redis.call('HDEL', KEYS[1], 'torn')
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], 'doubt', 'doubted', 'forgotten', 'told')
else
  redis.call('HSET', KEYS[1], 'doubt', ARGV[3], 'doubted', ARGV[4])
end
return {ok = 'OK'}
