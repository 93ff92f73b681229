-- ARGV: owner, epochMin, term, server, epoch and beat that may be overtaken, epoch and place known
-- to have been kept, whether this server knows them itself, whether Redis keeps all it answered
-- over a restart, whether the owner is relaxed, number of the attempt, number of shards,
-- whether the owner last heard of may still believe itself to be that.
local meta = redis.call('HMGET', KEYS[1], 'format', 'epoch', 'owner', 'term', 'beat', 'place',
  'clean', 'relaxed', 'run', 'server', 'doubt', 'torn', 'promised', 'attempt', 'shards')
local format, epoch, owner, term, beat = meta[1], meta[2], meta[3], meta[4], meta[5]
local place, clean, relaxed, run, server = meta[6], meta[7], meta[8], meta[9], meta[10]
local doubt, torn, promised = meta[11], meta[12], meta[13]
if format and format ~= '1' then
  return {'FORMAT', format}
end
if meta[15] and meta[15] ~= ARGV[13] then
  return {'LAYOUT', meta[15], ARGV[13]}
end
if owner and owner ~= ARGV[1] and not (epoch == ARGV[5] and beat == ARGV[6]) then
  return {'OWNED', owner, epoch, beat, term, place or '0', promised or '0'}
end
local stored, known = tonumber(epoch or '0'), tonumber(ARGV[7])
local behind = stored < known or stored == known and tonumber(place or '0') < tonumber(ARGV[8])
if behind and not owner and ARGV[14] == '1' then
  -- Forgotten, not left: that owner still has in memory what is lost here, and is to notice first.
  return {'FORGOTTEN'}
end
local same = server == ARGV[4]
if same and tonumber(meta[14]) >= tonumber(ARGV[12]) then
  -- Its sender has given it up and tried again: it must not take the epoch from that.
  return {'LATE'}
end

local info = redis.pcall('INFO', 'server')
local now = type(info) == 'string' and string.match(info, 'run_id:(%x+)') or '?'
if behind then
  if ARGV[9] == '1' then
    torn = '1'
  else
    doubt = 'backwards'
  end
elseif torn and not same then
  doubt, torn = 'torn', false
elseif stored > 0 and not clean and not same then
  if relaxed == '1' then
    doubt = 'relaxed'
  elseif ARGV[10] ~= '1' and (now == '?' or now ~= run) then
    doubt = 'restarted'
  end
end

local next = string.format('%.0f', math.max(stored + 1, known + 1, tonumber(ARGV[2])))
redis.call('HSET', KEYS[1], 'format', '1', 'epoch', next, 'owner', ARGV[1], 'term', ARGV[3],
  'server', ARGV[4], 'attempt', ARGV[12], 'run', now, 'relaxed', ARGV[11],
  'shards', ARGV[13])
redis.call('HINCRBY', KEYS[1], 'beat', 1)
redis.call('HDEL', KEYS[1], 'place', 'clean')
for field, set in pairs({doubt = doubt, torn = torn}) do
  if set then
    redis.call('HSET', KEYS[1], field, set)
  else
    redis.call('HDEL', KEYS[1], field)
  end
end
return {'OK', next, doubt or torn and 'torn' or '', promised or '0'}
