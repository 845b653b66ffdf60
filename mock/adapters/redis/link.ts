import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { MockOptionError } from '../../option-error.ts'
import { StoreUnavailableError } from '../../store/unavailable.ts'
import type { KeyName, Script } from './scripts.ts'

/** A connection to the Redis server of a world. Rejects with a {@link StoreUnavailableError} while it cannot be reached. */
export interface Link {
  /** Identifies this connection among all of the same server. */
  readonly me: string
  key(name: KeyName | `claim:${string}` | `staged:${string}`): string
  run(
    script: Script,
    args: readonly (string | number)[],
    keys?: Partial<Record<KeyName, string>>,
  ): Promise<unknown>
  command<T>(work: (redis: Redis) => Promise<T>): Promise<T>
  /** Like {@link command}, with a longer timeout if many records are involved. */
  bulk<T>(records: number, work: (redis: Redis) => Promise<T>): Promise<T>
  close(): void
}

/** Milliseconds after which a server that does not respond counts as unreachable: a busy machine takes a second at times. */
const timeout = 3000

/** Milliseconds between attempts to reconnect. */
const retryDelay = 200

/** Timeout for work on more than {@link maxQuickRecords} records, which uses a connection of its own. */
const bulkTimeout = 60_000
const maxQuickRecords = 5000

/** Errors of a server that is temporarily unable to serve. */
const temporaryError = /^(?:LOADING|READONLY|MASTERDOWN|OOM|MISCONF|BUSY|TRYAGAIN|CLUSTERDOWN|NOREPLICAS)\b/

/** Connects to Redis. Rejects with a MockOptionError if it cannot be reached, or if ioredis is not installed. */
export async function openLink(url: string, warn: (message: string) => void): Promise<Link> {
  const Client = await driver()
  const { address, name, world } = readUrl(url)
  const redis = new Client(address, {
    lazyConnect: true,
    // Commands are never sent twice: the version of the world shows whether they were executed.
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: timeout,
    commandTimeout: timeout,
    retryStrategy: () => retryDelay,
  })
  let reason = 'it does not answer'
  redis.on('error', (error: Error) => {
    reason = error.message === '' ? ((error as NodeJS.ErrnoException).code ?? reason) : error.message
  })
  try {
    await redis.connect()
  } catch {
    redis.disconnect()
    throw new MockOptionError(`The store ${name} cannot be reached: ${reason}.`)
  }
  watch(redis, name, warn)
  const me = `${(await redis.time()).join('.')}-${String(await redis.call('CLIENT', 'ID'))}`
  const key: Link['key'] = (part) => `stablehand:{${world}}:${part}`
  const command: Link['command'] = async (work) => {
    try {
      return await work(redis)
    } catch (error) {
      throw failureOf(error, name)
    }
  }
  return {
    me,
    key,
    command,
    run: (script, args, keys = {}) =>
      command((to) =>
        runScript(
          to,
          script,
          script.keys.map((each) => keys[each] ?? key(each)),
          args,
        ),
      ),
    bulk: async (records, work) => {
      if (records <= maxQuickRecords) return command(work)
      const other = redis.duplicate({ commandTimeout: bulkTimeout, retryStrategy: () => null })
      other.on('error', () => undefined)
      try {
        await other.connect()
        return await work(other)
      } catch (error) {
        throw failureOf(error, name)
      } finally {
        other.disconnect()
      }
    },
    close: () => {
      redis.removeAllListeners('close')
      redis.disconnect()
    },
  }
}

async function driver(): Promise<typeof Redis> {
  try {
    return (await import('ioredis')).Redis
  } catch (error) {
    throw new MockOptionError('A store in Redis needs the package ioredis: npm install ioredis', {
      cause: error,
    })
  }
}

/** The address for the driver, the same without a password for messages, and the name of the world. */
function readUrl(url: string): { readonly address: string; readonly name: string; readonly world: string } {
  try {
    const address = new URL(url)
    const world = address.searchParams.get('world') ?? 'default'
    address.searchParams.delete('world')
    const shown = new URL(address)
    shown.password = ''
    return { address: address.href, name: shown.href, world }
  } catch {
    throw new MockOptionError(`Invalid Redis URL '${url}': use a URL such as redis://localhost:6379/0.`)
  }
}

function watch(redis: Redis, name: string, warn: (message: string) => void): void {
  let isAway = false
  redis.on('close', () => {
    if (!isAway) warn(`The store ${name} is away: until it is back, answers are 503.`)
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) warn(`The store ${name} is back.`)
    isAway = false
  })
}

function failureOf(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error
  if (error.name === 'ReplyError' && !temporaryError.test(error.message)) return error
  return new StoreUnavailableError(`The store ${name} cannot be reached at the moment.`, { cause: error })
}

const hashes = new Map<Script, string>()

function hashOf(script: Script): string {
  return getOrInsertComputed(hashes, script, () => createHash('sha1').update(script.lua).digest('hex'))
}

async function runScript(
  redis: Redis,
  script: Script,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(hashOf(script), keys.length, ...keys, ...args)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return redis.eval(script.lua, keys.length, ...keys, ...args)
  }
}
