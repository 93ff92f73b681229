-- Fixes the number of shards.
-- KEYS: meta of shard 0, which exists for every number of shards. ARGV: number of shards.
local shards = redis.call('HGET', KEYS[1], 'shards')
if shards and shards ~= ARGV[1] then
  return {'LAYOUT', shards, ARGV[1]}
end
if not shards then
  redis.call('HSET', KEYS[1], 'shards', ARGV[1])
end
return {ok = 'OK'}
