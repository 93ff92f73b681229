-- Claims a shard that the claimant does not own, or no longer for certain: data that may have been
-- lost meanwhile is in doubt.
-- ARGV: owner, term, server, number of the attempt, number of shards, epoch and beat that may be
-- overtaken, epoch and number of a change known to be durable, whether other servers may own the shard,
-- whether the owner is relaxed, whether Redis keeps all acknowledged data over a restart, longest promise
-- known, whether this server has answered changes that never became durable, the Redis that reported that
-- epoch and beat, the longest term known of any owner, the term for which an owner for ever counts, the
-- mark that stood with that epoch and beat for the longest term ('-': not so long), the most seconds by
-- which an epoch may be ahead of the clock before a server uses it at once, the longest promise that this
-- server knew when it heard of the doubt of an owner, and the epoch that was claimed in that doubt.
local meta = redis.call('HMGET', KEYS[1], 'format', 'epoch', 'owner', 'term', 'beat', 'place',
  'clean', 'relaxed', 'run', 'server', 'doubt', 'torn', 'promised', 'attempt', 'shards', 'replid',
  'keeps', 'stood', 'doubted', 'forgotten', 'numbered', 'awaited', 'told')
local format, epoch, owner, term, beat = meta[1], meta[2], meta[3], meta[4], meta[5]
local place, clean, relaxed, run, server = meta[6], meta[7], meta[8], meta[9], meta[10]
local doubt, torn, promised, replid, keeps = meta[11], meta[12], meta[13], meta[16], meta[17]
local awaited = meta[22]
if format and format ~= '1' then
  return {'FORMAT', format}
end
if meta[15] and meta[15] ~= ARGV[5] then
  return {'LAYOUT', meta[15], ARGV[5]}
end
local here, single = identity()
local stored, known = possible(epoch, meta[21]), possible(ARGV[8])
local behind = stored < known or stored == known and tonumber(place or '0') < tonumber(ARGV[9])
local function note(field, present, known)
  if larger(present, known) ~= (present or '0') then
    redis.call('HSET', KEYS[1], field, known)
  end
end
-- The owner in doubt, or the next one, may not know what this server knows.
local function warn()
  if behind and not doubt then
    redis.call('HSET', KEYS[1], 'doubt', 'backwards')
  end
  -- What this server has heard since then is of the owner itself, or of other shards.
  note('told', meta[23], not behind and ARGV[21] == meta[19] and ARGV[20] or ARGV[13])
  note('forgotten', meta[20], ARGV[16])
end
local overdue = (epoch or '0') == ARGV[6] and (beat or '0') == ARGV[7] and here == ARGV[15]
if owner and owner ~= ARGV[1] and not overdue then
  if doubt or behind then
    warn()
  end
  return {'OWNED', owner, epoch, beat, term, place or '0', promised or '0', here,
    doubt and meta[19] or '0', awaited or ''}
end
-- An owner that lives has the lost data in memory, and writes everything again. The mark is lost with
-- all that is written after it, so while it stands, no owner has been confirmed here and lost again.
if (behind or not epoch or awaited and not owner) and ARGV[10] == '1' and not (overdue and (awaited or '') == ARGV[18]) then
  if not awaited then
    awaited = ARGV[3] .. '/' .. ARGV[4]
    redis.call('HSET', KEYS[1], 'awaited', awaited)
  end
  if behind then
    warn()
  end
  return {'FORGOTTEN', epoch or '0', beat or '0', here, awaited}
end
if server == ARGV[3] and tonumber(meta[14]) >= tonumber(ARGV[4]) then
  -- Its sender has given it up and tried again: it must not take the epoch from the later attempt.
  return {'LATE'}
end

local trusted = ARGV[12] == '1' and single
if behind then
  doubt = 'backwards'
elseif torn then
  doubt = 'torn'
-- mistake: relaxed-doubt
elseif relaxed == '1' and not clean and (server ~= ARGV[3] or ARGV[14] == '1') then
  -- A server that has claimed since the claimant's last ownership has already put its answers in doubt.
  doubt = 'relaxed'
-- mistake: restart-doubt
elseif stored > 0 and not unchanged(run, replid, here)
    and not (trusted and keeps == epoch) then
  -- An orderly exit of the owner proves nothing: a later claim may have been lost.
  doubt = 'restarted'
end

promised = larger(promised, ARGV[13])
local forgotten = '0'
if doubt then
  promised = larger(promised, meta[23])
  -- This claim overwrites the term, and may be followed by another before nothing is in doubt.
  forgotten = larger(larger(meta[20], ARGV[16]), term == '0' and ARGV[17] or term)
end
local lost = doubt and math.ceil((tonumber(promised) + tonumber(forgotten)) / 1000)
local next, seconds, micros = numbered(stored, known, meta[21], lost, tonumber(ARGV[19]))
if not next then
  return seconds
end

run, replid = parts(here)
redis.call('HSET', KEYS[1], 'format', '1', 'epoch', next, 'owner', ARGV[1], 'term', ARGV[2],
  'server', ARGV[3], 'attempt', ARGV[4], 'run', run, 'replid', replid, 'relaxed', ARGV[11],
  'shards', ARGV[5], 'promised', promised, 'numbered', next .. '/' .. seconds)
redis.call('HINCRBY', KEYS[1], 'beat', 1)
redis.call('HDEL', KEYS[1], 'place', 'clean', 'torn', 'keeps', 'forgotten', 'awaited',
  'doubted', 'told')
if doubt then
  redis.call('HSET', KEYS[1], 'doubt', doubt, 'doubted', next, 'forgotten', forgotten)
end
if trusted then
  redis.call('HSET', KEYS[1], 'keeps', next)
end
-- A Redis that keeps all acknowledged data cannot lose this promise any more.
return {'OK', next, seconds, micros, doubt or '', promised, forgotten,
  trusted and promised or meta[18] or '0', here, string.format('%.0f', stored)}
