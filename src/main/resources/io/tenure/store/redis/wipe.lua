-- Deletes the journal of a shard, before it is rewritten.
-- KEYS: meta, and every hash of the shard. ARGV: epoch and server.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'place', 'server')
local no = standing(meta[1], meta[3])
if no then
  return no
end
if meta[2] then
  -- Either it comes late, and would delete data that was rewritten since, or its sender must claim first.
  return {'LATE'}
end
redis.call('HSET', KEYS[1], 'torn', '1')
for at = 2, #KEYS do
  redis.call('UNLINK', KEYS[at])
end
redis.call('HDEL', KEYS[1], 'segments')
return {ok = 'OK'}
