/**
 * `npm run soak -- --minutes 30` puts mocks of the Pet Store with faults under mixed load and checks that no
 * acknowledged change is lost and memory stays flat. `--redis` runs four mocks that share a Redis, which is restarted.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { startProcess, type MockProcess } from '../support/mock-process.ts'
import { startRedis, type RunningRedis } from '../support/redis.ts'
import { visit, type Tally } from './customer.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    customers: { type: 'string', default: '16' },
    /** Seconds between restarts of Redis. */
    restart: { type: 'string', default: '60' },
    redis: { type: 'boolean', default: false },
  },
})

const duration = Number(options.minutes) * 60_000
/** Maximum growth of memory between the middle and the end of the run. */
const growth = 1.25

interface Reading {
  readonly milliseconds: number
  /** Resident memory of each mock in megabytes. */
  readonly memory: readonly number[]
}

const folder = mkdtempSync(join(tmpdir(), 'soak-'))
const mocks: MockProcess[] = []
let redis: RunningRedis | undefined
const started = performance.now()
const elapsed = (): number => performance.now() - started
const isOver = (): boolean => elapsed() >= duration
const tally: Tally = { requests: 0, answers: {}, lost: [] }

try {
  redis = options.redis ? await startRedis(undefined, folder) : undefined
  const store = redis ? ['--store', redis.url('soak')] : []
  const flags = ['--fail', '2%', '--latency', '0..2', '--journal', '1000', ...store]
  for (let count = redis ? 4 : 1; count > 0; count -= 1) mocks.push(await startProcess(...flags))
  const pools = mocks.map(({ url }) => new Pool(url, { connections: Number(options.customers) }))
  const visits = Array.from({ length: Number(options.customers) }, (_, index) =>
    visit(pools, index + 1, tally, isOver),
  )
  const [readings] = await Promise.all([watch(), restarts(), ...visits])
  await Promise.all(pools.map((pool) => pool.close()))
  process.exitCode = judge(readings)
} finally {
  await Promise.all(mocks.map(({ end }) => end('SIGTERM')))
  await redis?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Shuts Redis down cleanly and starts it again with its saved data. */
async function restarts(): Promise<void> {
  const pause = Number(options.restart) * 1_000
  // At the end the customers check all their pets, which needs Redis.
  while (redis && elapsed() + pause + 10_000 < duration) {
    await sleep(pause)
    const { port } = redis
    await redis.stop('SIGTERM')
    redis = await startRedis(port, folder)
  }
}

async function watch(): Promise<readonly Reading[]> {
  const readings: Reading[] = []
  const pause = Math.max(1_000, duration / 40)
  while (!isOver()) {
    await sleep(Math.min(pause, Math.max(0, duration - elapsed())))
    const reading = { milliseconds: elapsed(), memory: mocks.map(memoryOf) }
    readings.push(reading)
    const minutes = (reading.milliseconds / 60_000).toFixed(1)
    console.log(
      `${minutes} min  ${tally.requests} requests  ${JSON.stringify(tally.answers)}  ${reading.memory.join(' ')} MB`,
    )
  }
  return readings
}

/** Resident memory in megabytes, where the system reports it. */
function memoryOf({ child }: MockProcess): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return Number.NaN
  }
}

/** The exit code: 1 if a change was lost, a mock exited or wrote to stderr, or memory grew. */
function judge(readings: readonly Reading[]): number {
  const middle = readings.slice(readings.length / 4, readings.length / 2)
  const last = readings.slice((readings.length * 3) / 4)
  const mean = (of: readonly Reading[], mock: number): number =>
    of.reduce((sum, { memory }) => sum + (memory[mock] ?? 0), 0) / of.length
  const complaints = mocks.flatMap(({ child, errors }, mock) => {
    const [before, after] = [mean(middle, mock), mean(last, mock)]
    console.log(
      `mock ${mock}: ${before.toFixed(0)} MB in the second quarter, ${after.toFixed(0)} MB in the last`,
    )
    return [
      ...(child.exitCode === null && child.signalCode === null ? [] : [`mock ${mock} exited`]),
      ...(/Error/.test(errors()) ? [`mock ${mock} wrote: ${errors().slice(0, 2_000)}`] : []),
      ...(after > before * growth ? [`mock ${mock} uses more memory`] : []),
    ]
  })
  for (const line of [...complaints, ...tally.lost.slice(0, 20)]) console.log(line)
  console.log(
    `${tally.requests} requests in ${(elapsed() / 60_000).toFixed(1)} minutes, ${tally.lost.length} lost`,
  )
  return complaints.length + tally.lost.length > 0 ? 1 : 0
}
