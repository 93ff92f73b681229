-- Moves a shard on to its next epoch for an owner that has owned it without interruption, and has
-- all of it in memory: so nothing is in doubt, in spite of all that Redis may have lost.
-- ARGV: epoch and server, owner, term, number of the attempt, number of a change known to be durable,
-- whether the owner is relaxed, whether Redis keeps all acknowledged data over a restart, longest
-- promise known, number of shards, the Redis that answered the owner last while it owned the shard, the
-- most seconds by which an epoch may be ahead of the clock before a server uses it at once, whether the
-- owner is in doubt, for how long its claim protects, longest term that its claim knew of any owner, the
-- epoch that its claim has overtaken.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'term', 'beat', 'place', 'server',
  'attempt', 'promised', 'shards', 'torn', 'doubt', 'doubted', 'numbered', 'awaited',
  'forgotten', 'told')
local epoch, owner, place, server, promised = meta[1], meta[2], meta[5], meta[6], meta[8]
local here, single = identity()
local number, mine = string.match(ARGV[1], '^(%d+)/(.*)$')
if meta[9] and meta[9] ~= ARGV[9] then
  return {'LAYOUT', meta[9], ARGV[9]}
end
-- An owner that this one has overtaken is named again only because Redis has lost that.
if owner and owner ~= ARGV[2] and tonumber(epoch) > tonumber(ARGV[15]) then
  return {'OWNED', owner, epoch, meta[4], meta[3], place or '0', promised or '0', here,
    meta[11] and meta[12] or '0', meta[14] or ''}
end
local stored, known = tonumber(epoch or '0'), tonumber(number)
if stored >= known and server ~= mine then
  return {'MOVED', epoch}
end
if server == mine and tonumber(meta[7]) >= tonumber(ARGV[4]) then
  return {'LATE'}
end
local behind = stored < known or stored == known and tonumber(place or '0') < tonumber(ARGV[5])
local whole, doubt = not behind and not meta[10], ARGV[12] == '1'
if whole and doubt and (larger(ARGV[13], meta[16]) ~= ARGV[13] or larger(ARGV[14], meta[15]) ~= ARGV[14]) then
  -- The quarantine must not end before the owner has learned that.
  return {'LEARN'}
end
local next, seconds, micros = numbered(stored, known, meta[13], doubt and 1, tonumber(ARGV[11]))
if not next then
  return seconds
end

-- A Redis that executes this late may have lost a successor: the owner knows which Redis has everything.
-- mistake: executor-is-noted
local run, replid = parts(ARGV[10])
redis.call('HSET', KEYS[1], 'format', '1', 'epoch', next, 'owner', ARGV[2], 'term', ARGV[3],
  'server', mine, 'attempt', ARGV[4], 'run', run, 'replid', replid, 'relaxed', ARGV[6],
  'shards', ARGV[9], 'promised', larger(promised, ARGV[8]), 'numbered', next .. '/' .. seconds)
redis.call('HINCRBY', KEYS[1], 'beat', 1)
redis.call('HDEL', KEYS[1], 'place', 'clean', 'keeps', 'awaited')
if behind then
  redis.call('HSET', KEYS[1], 'torn', '1')
elseif whole and not doubt then
  -- Another server missed what this owner has, or Redis has forgotten that the doubt is over.
  redis.call('HDEL', KEYS[1], 'doubt', 'doubted', 'forgotten', 'told')
end
if ARGV[7] == '1' and single and here == ARGV[10] then
  redis.call('HSET', KEYS[1], 'keeps', next)
end
return {'OK', next, seconds, micros, (behind or meta[10]) and 'torn' or ''}
