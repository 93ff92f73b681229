-- Which Redis this is: its process, and its history of replication. Another one, or the same one
-- after another was primary meanwhile, may lack what was acknowledged. '?' when Redis does not tell.
local function identity()
  local server = redis.pcall('INFO', 'server')
  local replication = redis.pcall('INFO', 'replication')
  if type(server) ~= 'string' or type(replication) ~= 'string' then
    return '?', '?', false
  end
  -- With a replica, or promoted from one, another data set may stand behind the same address.
  local single = string.match(replication, 'connected_slaves:0\r') ~= nil
    and string.match(replication, 'master_replid2:0+\r') ~= nil
  return string.match(server, 'run_id:(%x+)') or '?',
    string.match(replication, 'master_replid:(%x+)') or '?', single
end

-- A server of the former version wrote no replid.
local function unchanged(run, replid, now, history)
  return now ~= '?' and run == now and (not replid or replid == history)
end
