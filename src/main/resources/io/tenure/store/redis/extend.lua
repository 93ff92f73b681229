-- Extends the ownership of a shard.
-- ARGV: epoch and server, owner, term, number of the change that this server knows to be durable,
-- whether Redis keeps all acknowledged data over a restart. Answers whether this is the Redis that gave
-- the epoch, its identity and, in doubt, the longest promise and the longest term that others have noted.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'server', 'place', 'run', 'replid', 'doubt',
  'told', 'forgotten')
local no = standing(meta[1], meta[3])
if no then
  return no
end
if meta[2] ~= ARGV[2] then
  return {'LEFT'}
end
if tonumber(meta[4] or '0') < tonumber(ARGV[4]) then
  return {'GAP', meta[4] or '0'}
end
redis.call('HSET', KEYS[1], 'term', ARGV[3])
redis.call('HINCRBY', KEYS[1], 'beat', 1)
local here, single = identity()
if not single or ARGV[5] ~= '1' then
  -- mistake: still-keeps
  redis.call('HDEL', KEYS[1], 'keeps')
end
local same = parts(here) == '?' or unchanged(meta[5], meta[6], here)
local doubt = meta[7]
return {'OK', same and 'same' or 'other', here, doubt and meta[8] or '0', doubt and meta[9] or '0'}
