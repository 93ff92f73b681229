-- The identity of this Redis, as one word: its process, and its history of replication. Another
-- Redis, or this one after another was primary meanwhile, may lack acknowledged data. '?' represents
-- a part that Redis does not report.
local function identity()
  local server = redis.pcall('INFO', 'server')
  local replication = redis.pcall('INFO', 'replication')
  if type(server) ~= 'string' or type(replication) ~= 'string' then
    return '?/?', false
  end
  -- With a replica, or after a promotion, another data set may answer under the same address.
  local single = string.match(replication, 'connected_slaves:0\r') ~= nil
    and string.match(replication, 'master_replid2:0+\r') ~= nil
  local run = string.match(server, 'run_id:(%x+)') or '?'
  return run .. '/' .. (string.match(replication, 'master_replid:(%x+)') or '?'), single
end

-- The two parts of that word.
local function parts(identity)
  return string.match(identity, '^([^/]*)/(.*)$')
end

-- A server of the former version wrote no replid.
local function unchanged(run, replid, here)
  local now, history = parts(here)
  return now ~= '?' and run == now
    -- mistake: known-by-its-process
    and (not replid or replid == history)
end
