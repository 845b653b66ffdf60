import { stopwatch } from '../data/random.ts'
import { createPool } from '../engine/sessions/pool.ts'
import type { CommonOptions } from '../options.ts'
import type { Session, Sessions } from './session.ts'

/** The sessions of a mock, opened on first use. One name with two scenarios makes two sessions. */
export interface SessionPool {
  get(name: string | undefined, scenario: string | undefined): Promise<Session>
  readonly sessions: Sessions
  close(): void
}

/** The default of the `sessions` option; `idle` in seconds. */
const defaults = { most: 100, idle: 1800 }

export function createSessionPool(
  open: (scenario: string | undefined) => Promise<Session>,
  { most = defaults.most, idle = defaults.idle }: NonNullable<CommonOptions['sessions']> = {},
): SessionPool {
  const pool = createPool<Session>({
    open: (key) => open(parseKey(key).scenario),
    close: ({ store }) => void store.close(),
    most,
    idle: idle * 1000,
    elapsed: stopwatch,
  })
  return {
    get: (name, scenario) => pool.get(keyOf(name, scenario)),
    sessions: {
      list: () =>
        pool.list().map((entry) => ({ ...parseKey(entry.key), idle: Math.floor(entry.idle / 1000) })),
      drop(name) {
        const keys = pool.list().map(({ key }) => key)
        const ended = keys.filter((key) => parseKey(key).session === name)
        for (const key of ended) pool.drop(key)
        return ended.length > 0
      },
    },
    close: () => pool.close(),
  }
}

interface SessionKey {
  readonly session: string | undefined
  readonly scenario: string | undefined
}

function keyOf(session: string | undefined, scenario: string | undefined): string {
  return JSON.stringify([session ?? null, scenario ?? null])
}

function parseKey(key: string): SessionKey {
  const [session, scenario] = JSON.parse(key) as readonly [string | null, string | null]
  return { session: session ?? undefined, scenario: scenario ?? undefined }
}
