-- ARGV: epoch and server, the place this server knows to have been kept.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'server', 'place')
local no = standing(meta[1], meta[2])
if no then
  return no
end
if tonumber(meta[3] or '0') < tonumber(ARGV[2]) then
  return {'GAP', meta[3] or '0'}
end
redis.call('HDEL', KEYS[1], 'doubt', 'torn')
return {ok = 'OK'}
