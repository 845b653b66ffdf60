/** A Lua script that Redis runs atomically. `keys` are the names of the keys in `KEYS`. */
export interface Script {
  readonly keys: readonly KeyName[]
  readonly lua: string
}

export type KeyName =
  /** Hash: `epoch` (identifies a world), `version` (number of commits), `places` (last place of a record), `open`. */
  | 'head'
  /** List: the changes of the latest commits, newest last. */
  | 'log'
  /** Hash: `[resource, scope, id]` to the record's place and the record. */
  | 'records'
  /** Hash: `[resource, scope]` to the next id. */
  | 'tables'
  /** The mock whose turn it is to write. Expires. */
  | 'turn'
  /** List: the mocks that wait for a turn. */
  | 'queue'
  /** The date that generated dates are relative to. */
  | 'since'
  | 'stagedRecords'
  | 'stagedTables'

/** Number of commits in the log. A copy that is further behind has to be loaded again. */
const logLength = 2000

const catchUp = `
local function catch_up(epoch, version)
  local head = redis.call('HMGET', KEYS[1], 'epoch', 'version')
  if not head[1] then return {'none'} end
  local missing = tonumber(head[2]) - tonumber(version)
  if head[1] ~= epoch or missing < 0 or missing > redis.call('LLEN', KEYS[2]) then return {'reload'} end
  if missing == 0 then return {'at', head[2], {}} end
  return {'at', head[2], redis.call('LRANGE', KEYS[2], -missing, -1)}
end
`

const passOn = `
local function pass_on(me, lease)
  if redis.call('GET', KEYS[3]) ~= me then return end
  redis.call('DEL', KEYS[3])
  local next = redis.call('LPOP', KEYS[4])
  if next then redis.call('SET', KEYS[3], next, 'PX', lease) end
end
`

/** ARGV: epoch, version. Returns the commits after that version. */
export const catchUpScript: Script = {
  keys: ['head', 'log'],
  lua: `${catchUp} return catch_up(ARGV[1], ARGV[2])`,
}

/** ARGV: epoch, version, me, lease. Returns the same if it is my turn to write, otherwise `wait`. First come, first served. */
export const turnScript: Script = {
  keys: ['head', 'log', 'turn', 'queue'],
  lua: `${catchUp}
local holder = redis.call('GET', KEYS[3])
if holder and holder ~= ARGV[3] then
  if not redis.call('LPOS', KEYS[4], ARGV[3]) then redis.call('RPUSH', KEYS[4], ARGV[3]) end
  return {'wait'}
end
if not holder then redis.call('LREM', KEYS[4], 0, ARGV[3]) end
redis.call('SET', KEYS[3], ARGV[3], 'PX', ARGV[4])
return catch_up(ARGV[1], ARGV[2])`,
}

/** ARGV: me, lease. Ends my turn. */
export const passOnScript: Script = {
  keys: ['head', 'log', 'turn', 'queue'],
  lua: `${passOn} pass_on(ARGV[1], ARGV[2])`,
}

/** ARGV: me, lease. Extends my turn. */
export const renewScript: Script = {
  keys: ['turn'],
  lua: `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`,
}

/**
 * ARGV: epoch, version, me, lease, entry of the log, number of records, then for each `[resource, scope, id]` and the
 * record ('' removes it), then for each table `[resource, scope]` and its next id. Returns 1, or 0 without any change if the world
 * is not at that version anymore. Ends my turn in either case.
 */
export const commitScript: Script = {
  keys: ['head', 'log', 'turn', 'queue', 'records', 'tables'],
  lua: `${passOn}
local head = redis.call('HMGET', KEYS[1], 'epoch', 'version', 'places')
if head[1] ~= ARGV[1] or head[2] ~= ARGV[2] then
  pass_on(ARGV[3], ARGV[4])
  return 0
end
local places = tonumber(head[3])
local last = 6 + 2 * tonumber(ARGV[6])
for at = 7, last, 2 do
  local field, record = ARGV[at], ARGV[at + 1]
  if record == '' then
    redis.call('HDEL', KEYS[5], field)
  else
    local before = redis.call('HGET', KEYS[5], field)
    local place = before and string.match(before, '^%d+')
    if not place then
      places = places + 1
      place = string.format('%.0f', places)
    end
    redis.call('HSET', KEYS[5], field, place .. ' ' .. record)
  end
end
for at = last + 1, #ARGV, 2 do redis.call('HSET', KEYS[6], ARGV[at], ARGV[at + 1]) end
redis.call('RPUSH', KEYS[2], ARGV[5])
redis.call('LTRIM', KEYS[2], -${logLength}, -1)
redis.call('HSET', KEYS[1], 'places', string.format('%.0f', places))
redis.call('HINCRBY', KEYS[1], 'version', 1)
pass_on(ARGV[3], ARGV[4])
return 1`,
}

/**
 * ARGV: 'first' or 'any', number of records, since, '1' if scopes that are not listed have records. Makes the staged data the
 * world, with a new epoch. With 'first', only if there is no world yet.
 */
export const installScript: Script = {
  keys: ['head', 'log', 'records', 'tables', 'stagedRecords', 'stagedTables', 'since'],
  lua: `
if ARGV[1] == 'first' and redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('UNLINK', KEYS[5], KEYS[6])
  return 0
end
redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4])
for staged = 5, 6 do
  if redis.call('EXISTS', KEYS[staged]) == 1 then
    redis.call('RENAME', KEYS[staged], KEYS[staged - 2])
    redis.call('PERSIST', KEYS[staged - 2])
  end
end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], 'epoch', time[1] .. '.' .. time[2], 'version', 0, 'places', ARGV[2], 'open', ARGV[4])
redis.call('SET', KEYS[7], ARGV[3])
return 1`,
}

/** ARGV: me. Releases a claim, if it is still mine. */
export const releaseScript: Script = {
  keys: ['turn'],
  lua: `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`,
}
