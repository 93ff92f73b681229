-- Epochs are seconds since 2020 by the clock of Redis, or larger: so tokens grow even after a loss of
-- everything. Tokens below 2^53 leave 31 bits; the last of them are not for clocks, so that a clock
-- with a wrong time never uses them up.
local EPOCH_MAX = 2147483647
local CLOCK_MAX = EPOCH_MAX - 16777216
local YEAR_2020 = 1577836800
local DAY = 86400

-- No token was ever granted under an epoch that is too large: an older server took it from a clock with
-- a wrong time. BEFORE is the last epoch of a server of this version, with the second in which it was given.
local function possible(epoch, before)
  local number = tonumber(epoch or '0')
  -- mistake: impossible-epoch
  return number <= EPOCH_MAX and number or tonumber(string.match(before or '', '^(%d+)/') or '0')
end

-- The next epoch, and the time of the clock in the same step; nil and the reason, when there is none.
-- Epochs that are further ahead of the clock than a server waits for were given without regard to the
-- clock. In doubt, those of lost claims are left out behind them: fewer than seconds that have passed
-- since the stored epoch was given (BEFORE), or than LOST where the clock does not tell these.
local function numbered(stored, known, before, lost, waited)
  local time = redis.call('TIME')
  local seconds = tonumber(time[1]) - YEAR_2020
  if seconds > CLOCK_MAX then
    return nil, {'CLOCK', time[1]}
  end
  -- mistake: tokens-begin-again
  local epoch = math.max(stored + 1, known + 1, seconds)
  if lost and epoch - seconds > waited then
    local latest = math.max(stored, known)
    local given, at = string.match(before or '', '^(%d+)/(%d+)$')
    local passed = given and tonumber(given) == latest and seconds - tonumber(at) or 0
    epoch = math.max(epoch, latest + math.min(passed > 0 and passed or lost, DAY))
  end
  if epoch > EPOCH_MAX then
    return nil, {'SPENT', string.format('%.0f', epoch)}
  end
  return string.format('%.0f', epoch), string.format('%.0f', seconds), time[2]
end
