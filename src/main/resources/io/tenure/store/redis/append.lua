-- Appends a batch of changes to the journal of a shard.
-- KEYS: meta, and every hash the steps name by their number. ARGV: epoch and server, number of the first
-- and of the last change, longest promise, number of segments, number of the change that this server
-- knows to be durable, the part of that promise that Redis has had for long enough; then steps: the kind,
-- the key, and a list of operands in MessagePack. S sets fields, D deletes them, I adds to the ids in one.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'place', 'promised', 'segments', 'server', 'stood')
local no = standing(meta[1], meta[6])
if no then
  return no
end
if not meta[2] then
  return {'LEFT'}
end
local place = meta[3]
if place == ARGV[3] then
  -- Written again, so that WAIT has a write to wait for on a new connection.
  redis.call('HSET', KEYS[1], 'place', place)
  return {ok = 'OK'}
end
if tonumber(place or '0') < tonumber(ARGV[6])
    or place and tonumber(place) + 1 ~= tonumber(ARGV[2]) then
  return {'GAP', place or '0'}
end

if tonumber(meta[4] or '0') < tonumber(ARGV[7]) then
  return {'UNTOLD'}
end

local function remember(key, list)
  local field, head = list[1], list[2]
  local record = redis.call('HGET', key, field)
  local kept, known = {}, {}
  if record and string.sub(record, 1, #head) == head then
    for id in string.gmatch(string.sub(record, #head + 1), '[^,]+') do
      kept[#kept + 1] = id
      known[id] = true
    end
  end
  for at = 3, #list do
    local id = list[at]
    if not known[id] then
      known[id] = true
      kept[#kept + 1] = id
      if #kept > 16 then
        table.remove(kept, 2)
      end
    end
  end
  redis.call('HSET', key, field, head .. table.concat(kept, ','))
end

-- The first write, always: a Redis that is full refuses this one, and then nothing is done.
redis.call('HSET', KEYS[1], 'promised', larger(meta[4], ARGV[4]), 'segments', larger(meta[5], ARGV[5]),
  'stood', larger(meta[7], ARGV[7]))
for at = 8, #ARGV, 3 do
  local step, key, list = ARGV[at], KEYS[tonumber(ARGV[at + 1])], cmsgpack.unpack(ARGV[at + 2])
  if step == 'S' then
    redis.call('HSET', key, unpack(list))
  elseif step == 'D' then
    redis.call('HDEL', key, unpack(list))
  else
    remember(key, list)
  end
end
-- The last write: after a failed step the batch would come again, and must not count as durable.
redis.call('HSET', KEYS[1], 'place', ARGV[3])
return {ok = 'OK'}
