-- ARGV: epoch and server, owner, term, whether the quarantine is over, the place this server knows
-- to have been kept.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'server', 'place')
local no = standing(meta[1], meta[3])
if no then
  return no
end
if meta[2] ~= ARGV[2] then
  return {'LEFT'}
end
if tonumber(meta[4] or '0') < tonumber(ARGV[5]) then
  return {'GAP', meta[4] or '0'}
end
redis.call('HSET', KEYS[1], 'term', ARGV[3])
redis.call('HINCRBY', KEYS[1], 'beat', 1)
if ARGV[4] == '1' then
  redis.call('HDEL', KEYS[1], 'doubt', 'torn')
end
return {ok = 'OK'}
