-- Claims a shard that the claimant does not own, or no longer for certain: data that may have been
-- lost meanwhile is in doubt.
-- The claimant: its names, how long it wants to own the shard, and the number of this attempt.
local claimant, claimant_term, claimant_server, attempt = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local shards = ARGV[5]
-- The epoch and the beat of an owner that may be overtaken, and the Redis that reported them.
local overdue_epoch, overdue_beat, overdue_redis = ARGV[6], ARGV[7], ARGV[15]
-- The epoch and the number of a change that the claimant knows to be durable, the longest promise and
-- the longest term of any owner that it knows, and the term for which an owner for ever counts.
local known_epoch, known_place, known_promise = ARGV[8], ARGV[9], ARGV[13]
local longest_term, term_for_ever = ARGV[16], ARGV[17]
-- Whether other servers may own the shard, whether the claimant is relaxed, whether Redis keeps all
-- acknowledged data over a restart, and whether the claimant has answered changes that never became
-- durable.
local others_may_own, claimant_relaxed = ARGV[10] == '1', ARGV[11]
local keeps_all, answered_in_vain = ARGV[12] == '1', ARGV[14] == '1'
-- The mark that stood with that epoch and beat for the longest term ('-': not so long).
local waited_mark = ARGV[18]
-- The most seconds by which an epoch may be ahead of the clock before a server uses it at once.
local ahead_most = tonumber(ARGV[19])
-- The longest promise that the claimant knew when it heard of the doubt of an owner, and the epoch that
-- was claimed in that doubt.
local promise_at_doubt, doubt_heard = ARGV[20], ARGV[21]

local meta = redis.call('HMGET', KEYS[1], 'format', 'epoch', 'owner', 'term', 'beat', 'place',
  'clean', 'relaxed', 'run', 'server', 'doubt', 'torn', 'promised', 'attempt', 'shards', 'replid',
  'keeps', 'stood', 'doubted', 'forgotten', 'numbered', 'awaited', 'told')
local format, epoch, owner, term, beat = meta[1], meta[2], meta[3], meta[4], meta[5]
local place, clean, relaxed, run, server = meta[6], meta[7], meta[8], meta[9], meta[10]
local doubt, torn, promised, replid, keeps = meta[11], meta[12], meta[13], meta[16], meta[17]
local last_attempt, layout, stood, doubted = meta[14], meta[15], meta[18], meta[19]
local forgotten, last_numbered, awaited, told = meta[20], meta[21], meta[22], meta[23]
if format and format ~= '1' then
  return {'FORMAT', format}
end
if layout and layout ~= shards then
  return {'LAYOUT', layout, shards}
end
local here, single = identity()
local stored, known = possible(epoch, last_numbered), possible(known_epoch)
local behind = stored < known or stored == known and tonumber(place or '0') < tonumber(known_place)
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
  local mine = doubt_heard == doubted and promise_at_doubt or known_promise
  note('told', told, behind and known_promise or mine)
  note('forgotten', forgotten, longest_term)
end
local overdue = (epoch or '0') == overdue_epoch and (beat or '0') == overdue_beat
  and here == overdue_redis
if owner and owner ~= claimant and not overdue then
  if doubt or behind then
    warn()
  end
  return {'OWNED', owner, epoch, beat, term, place or '0', promised or '0', here,
    doubt and doubted or '0', awaited or ''}
end
-- An owner that lives has the lost data in memory, and writes everything again. The mark is lost with
-- all that is written after it, so while it stands, no owner has been confirmed here and lost again.
if (behind or not epoch or awaited and not owner) and others_may_own
    and not (overdue and (awaited or '') == waited_mark) then
  if not awaited then
    awaited = claimant_server .. '/' .. attempt
    redis.call('HSET', KEYS[1], 'awaited', awaited)
  end
  if behind then
    warn()
  end
  return {'FORGOTTEN', epoch or '0', beat or '0', here, awaited}
end
if server == claimant_server and tonumber(last_attempt) >= tonumber(attempt) then
  -- Its sender has given it up and tried again: it must not take the epoch from the later attempt.
  return {'LATE'}
end

local trusted = keeps_all and single
if behind then
  doubt = 'backwards'
elseif torn then
  doubt = 'torn'
-- mistake: relaxed-doubt
elseif relaxed == '1' and not clean and (server ~= claimant_server or answered_in_vain) then
  -- A server that has claimed since the claimant's last ownership has already put its answers in doubt.
  doubt = 'relaxed'
-- mistake: restart-doubt
elseif stored > 0 and not unchanged(run, replid, here)
    and not (trusted and keeps == epoch) then
  -- An orderly exit of the owner proves nothing: a later claim may have been lost.
  doubt = 'restarted'
end

promised = larger(promised, known_promise)
if doubt then
  promised = larger(promised, told)
  -- This claim overwrites the term, and may be followed by another before nothing is in doubt.
  forgotten = larger(larger(forgotten, longest_term), term == '0' and term_for_ever or term)
else
  forgotten = '0'
end
local lost = doubt and math.ceil((tonumber(promised) + tonumber(forgotten)) / 1000)
local next, seconds, micros = numbered(stored, known, last_numbered, lost, ahead_most)
if not next then
  return seconds
end

run, replid = parts(here)
redis.call('HSET', KEYS[1], 'format', '1', 'epoch', next, 'owner', claimant, 'term', claimant_term,
  'server', claimant_server, 'attempt', attempt, 'run', run, 'replid', replid,
  'relaxed', claimant_relaxed, 'shards', shards, 'promised', promised, 'numbered', next .. '/' .. seconds)
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
  trusted and promised or stood or '0', here, string.format('%.0f', stored)}
