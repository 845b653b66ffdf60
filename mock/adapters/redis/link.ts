import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { MockOptionError } from '../../engine/options/option-error.ts'
import { StoreUnavailableError } from '../../store/unavailable.ts'
import type { KeyName, Script } from './scripts.ts'

/** A connection to the Redis that holds a world. Whatever is asked of it while it is away is a {@link StoreUnavailableError}. */
export interface Link {
  /** Tells this connection from all others of the same Redis. */
  readonly me: string
  key(name: KeyName | `claim:${string}` | `staged:${string}`): string
  run(
    script: Script,
    args: readonly (string | number)[],
    keys?: Partial<Record<KeyName, string>>,
  ): Promise<unknown>
  command<T>(work: (redis: Redis) => Promise<T>): Promise<T>
  /** The same for work on so many records at once, which may take its time. */
  bulk<T>(records: number, work: (redis: Redis) => Promise<T>): Promise<T>
  close(): void
}

/** Milliseconds after which a Redis that does not answer is taken to be away. */
const patience = 1000

/** Milliseconds between attempts to reach it again. */
const pause = 200

/** The same for work on more than so many records, which has a connection of its own. */
const bulkPatience = 60_000
const few = 5000

/** Answers of a Redis that is there but cannot serve, for the time being. */
const unable = /^(?:LOADING|READONLY|MASTERDOWN|OOM|MISCONF|BUSY|TRYAGAIN|CLUSTERDOWN|NOREPLICAS)\b/

/** Rejects with a MockOptionError when it cannot be reached, or ioredis is not installed. */
export async function openLink(url: string, warn: (message: string) => void): Promise<Link> {
  const Client = await driver()
  const { address, name, world } = readUrl(url)
  const redis = new Client(address, {
    lazyConnect: true,
    // Nothing is sent twice: what has become of it is found out from the world's version.
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: patience,
    commandTimeout: patience,
    retryStrategy: () => pause,
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
      if (records <= few) return command(work)
      const other = redis.duplicate({ commandTimeout: bulkPatience, retryStrategy: () => null })
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

/** The address for the driver, the same without a password for people, and the name of the world in it. */
function readUrl(url: string): { readonly address: string; readonly name: string; readonly world: string } {
  try {
    const address = new URL(url)
    const world = address.searchParams.get('world') ?? 'default'
    address.searchParams.delete('world')
    const shown = new URL(address)
    shown.password = ''
    return { address: address.href, name: shown.href, world }
  } catch {
    throw new MockOptionError(`'${url}' is no address of a Redis: write it as redis://localhost:6379/0.`)
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
  if (error.name === 'ReplyError' && !unable.test(error.message)) return error
  return new StoreUnavailableError(`The store ${name} cannot be reached at the moment.`, { cause: error })
}

const hashes = new Map<Script, string>()

function hashOf(script: Script): string {
  const hash = hashes.get(script) ?? createHash('sha1').update(script.lua).digest('hex')
  hashes.set(script, hash)
  return hash
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
