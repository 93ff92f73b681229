-- Precedes each script that needs the epoch: KEYS[1] is the shard's meta hash. ARGV[1] is the
-- epoch and the server that claimed it: after a loss of data, two claims of one second share an epoch.
-- Numbers are only compared here: the scripts write the texts of their arguments.
local function standing(epoch, server)
  local number, mine = string.match(ARGV[1], '^(%d+)/(.*)$')
  local stored, known = tonumber(epoch or '0'), tonumber(number)
  -- mistake: unseen-epoch
  if stored > known or stored == known and server ~= mine then
    return {'MOVED', epoch}
  end
  if stored < known then
    return {'BACK', epoch or '0'}
  end
  return nil
end

local function larger(known, told)
  return tonumber(told or '0') > tonumber(known or '0') and told or known or '0'
end
