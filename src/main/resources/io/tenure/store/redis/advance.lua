-- Moves a shard on to its next epoch for an owner that has owned it without interruption, and has
-- all of it in memory: so nothing is in doubt, in spite of all that Redis may have lost.
local ownership, owner_here, owner_term, attempt = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
-- The number of a change known to be durable, and the longest promise known.
local known_place, known_promise = ARGV[5], ARGV[8]
-- Whether the owner is relaxed, and whether Redis keeps all acknowledged data over a restart.
local owner_relaxed, keeps_all = ARGV[6], ARGV[7] == '1'
local shards = ARGV[9]
-- The Redis that answered the owner last while it owned the shard.
local last_redis = ARGV[10]
-- The most seconds by which an epoch may be ahead of the clock before a server uses it at once.
local ahead_most = tonumber(ARGV[11])
-- Whether the owner is in doubt; for how long its claim protects, the longest term that its claim knew
-- of any owner, and the epoch that its claim has overtaken.
local in_doubt, protected, protected_term = ARGV[12] == '1', ARGV[13], ARGV[14]
local overtaken = tonumber(ARGV[15])

local meta = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'term', 'beat', 'place', 'server',
  'attempt', 'promised', 'shards', 'torn', 'doubt', 'doubted', 'numbered', 'awaited',
  'forgotten', 'told')
local epoch, owner, term, beat, place = meta[1], meta[2], meta[3], meta[4], meta[5]
local server, last_attempt, promised, layout = meta[6], meta[7], meta[8], meta[9]
local torn, doubt, doubted, last_numbered = meta[10], meta[11], meta[12], meta[13]
local awaited, forgotten, told = meta[14], meta[15], meta[16]
local here, single = identity()
local number, mine = string.match(ownership, '^(%d+)/(.*)$')
if layout and layout ~= shards then
  return {'LAYOUT', layout, shards}
end
-- An owner that this one has overtaken is named again only because Redis has lost that.
if owner and owner ~= owner_here and tonumber(epoch) > overtaken then
  return {'OWNED', owner, epoch, beat, term, place or '0', promised or '0', here,
    doubt and doubted or '0', awaited or ''}
end
local stored, known = tonumber(epoch or '0'), tonumber(number)
if stored >= known and server ~= mine then
  return {'MOVED', epoch}
end
if server == mine and tonumber(last_attempt) >= tonumber(attempt) then
  return {'LATE'}
end
local behind = stored < known or stored == known and tonumber(place or '0') < tonumber(known_place)
local whole = not behind and not torn
if whole and in_doubt
    and (larger(protected, told) ~= protected or larger(protected_term, forgotten) ~= protected_term) then
  -- The quarantine must not end before the owner has learned that.
  return {'LEARN'}
end
local next, seconds, micros = numbered(stored, known, last_numbered, in_doubt and 1, ahead_most)
if not next then
  return seconds
end

-- A Redis that executes this late may have lost a successor: the owner knows which Redis has everything.
-- mistake: executor-is-noted
local run, replid = parts(last_redis)
redis.call('HSET', KEYS[1], 'format', '1', 'epoch', next, 'owner', owner_here, 'term', owner_term,
  'server', mine, 'attempt', attempt, 'run', run, 'replid', replid, 'relaxed', owner_relaxed,
  'shards', shards, 'promised', larger(promised, known_promise), 'numbered', next .. '/' .. seconds)
redis.call('HINCRBY', KEYS[1], 'beat', 1)
redis.call('HDEL', KEYS[1], 'place', 'clean', 'keeps', 'awaited')
if behind then
  redis.call('HSET', KEYS[1], 'torn', '1')
elseif whole and not in_doubt then
  -- Another server missed what this owner has, or Redis has forgotten that the doubt is over.
  redis.call('HDEL', KEYS[1], 'doubt', 'doubted', 'forgotten', 'told')
end
if keeps_all and single and here == last_redis then
  redis.call('HSET', KEYS[1], 'keeps', next)
end
return {'OK', next, seconds, micros, (behind or torn) and 'torn' or ''}
