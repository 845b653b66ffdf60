/**
 * `npm run corpus -- <folder or npm package> …` serves every OpenAPI document it finds, calls every operation, runs every
 * inferred resource through its life cycle, and prints a summary.
 */
import { fork, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleWorker } from './bundle.ts'
import type { Examination } from './examine.ts'

const usage = `Usage: npm run corpus -- <folder, file or npm package> … [options]
  --match TEXT      only documents whose path contains TEXT
  --every N         only every Nth document, starting at --from K (0)
  --workers N       number of parallel processes (2)
  --seconds N       time limit for a document (60)
  --results FILE    append each document's result to FILE as a line of JSON
  --resume          keep the results in FILE and examine only the other documents
  --verbose         also list contradictions in the documents`

interface Result {
  readonly examination: Examination
  /** Wall-clock time. */
  readonly seconds: number
  /** CPU time in seconds. */
  readonly work: number
  /** Peak memory in bytes. */
  readonly memory: number
  readonly died: boolean
}

const { values: options, positionals: places } = parseArgs({
  allowPositionals: true,
  options: {
    match: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    workers: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    results: { type: 'string' },
    resume: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})

function chosenFiles(): readonly string[] {
  const files = places.flatMap(documentsIn).filter((file) => file.includes(options.match))
  return files.sort().filter((_, index) => index % Number(options.every) === Number(options.from))
}

function documentsIn(place: string): readonly string[] {
  const path = existsSync(place) ? resolve(place) : packageFolder(place)
  const files = statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true }).map((name) => join(path, String(name)))
  return files.filter(
    (file) =>
      /\.(?:json|ya?ml)$/.test(file) &&
      !/node_modules.*node_modules/.test(file) &&
      statSync(file).isFile() &&
      isOpenApi(file),
  )
}

function packageFolder(name: string): string {
  const require = createRequire(join(process.cwd(), 'package.json'))
  return dirname(require.resolve(`${name}/package.json`))
}

function isOpenApi(file: string): boolean {
  return /(?:^|[{,\n])\s*["']?openapi["']?\s*:\s*["']?3\./.test(readFileSync(file, 'utf8').slice(0, 200_000))
}

function start(worker: string): ChildProcess {
  return fork(worker, {
    // Together with memory outside the heap this is about 1 GiB. The young generation is large enough for the objects of
    // one request: with half of it, a large document takes a third longer.
    execArgv: ['--max-old-space-size=736', '--max-semi-space-size=64'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/** Examines a document in a separate process, so that a crash, a hang or excessive memory use is reported as its result. */
function examineIn(child: ChildProcess, file: string): Promise<Result> {
  const began = performance.now()
  const failed = (why: string): Examination => ({
    file,
    unloadable: why,
    operations: 0,
    answeredValid: 0,
    resources: 0,
    held: 0,
    failures: [],
    contradictions: [],
  })
  return new Promise((done) => {
    let errors = ''
    const finish = (examination: Examination, died: boolean, memory = 0, work = 0): void => {
      clearTimeout(timer)
      child.removeAllListeners()
      child.stderr?.removeAllListeners()
      done({ examination, memory, work, died, seconds: (performance.now() - began) / 1000 })
    }
    const timer = setTimeout(
      () => {
        child.kill('SIGKILL')
        finish(failed(`took longer than ${options.seconds} s`), true)
      },
      Number(options.seconds) * 1000,
    )
    child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)))
    child.once('exit', () =>
      finish(failed(`crashed: ${/^.*(?:error|fatal).*$/im.exec(errors)?.[0] ?? errors.slice(-200)}`), true),
    )
    child.once('message', (message: Pick<Result, 'examination' | 'memory' | 'work'>) =>
      finish(message.examination, false, message.memory, message.work),
    )
    child.send(file)
  })
}

/** The results of an earlier run, without an incomplete last line. */
function resumedResults(files: readonly string[]): Result[] {
  if (options.results === undefined || !options.resume || !existsSync(options.results)) return []
  const lines = readFileSync(options.results, 'utf8').split('\n').slice(0, -1)
  const remaining = new Set(files)
  return lines
    .map((line) => JSON.parse(line) as Result)
    .filter(({ examination }) => remaining.has(examination.file))
}

async function run(): Promise<void> {
  if (places.length === 0) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const files = chosenFiles()
  const results = resumedResults(files)
  if (options.results !== undefined)
    writeFileSync(options.results, results.map((result) => `${JSON.stringify(result)}\n`).join(''))
  const known = new Set(results.map(({ examination }) => examination.file))
  const queue = files.filter((file) => !known.has(file))
  const began = performance.now()
  const worker = await bundleWorker()
  await Promise.all(
    Array.from({ length: Number(options.workers) }, async () => {
      let child = start(worker)
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        const result = await examineIn(child, file)
        results.push(result)
        if (options.results !== undefined) appendFileSync(options.results, `${JSON.stringify(result)}\n`)
        if (process.stderr.isTTY)
          process.stderr.write(`\r${String(results.length)} of ${String(files.length)} documents `)
        // The process is replaced from time to time, so that its memory is not that of all earlier documents.
        if (result.died || result.memory > 400e6) {
          if (!result.died) child.kill()
          child = start(worker)
        }
      }
      child.kill()
    }),
  )
  rmSync(dirname(worker), { recursive: true })
  print(results.sort(byFile), (performance.now() - began) / 1000)
}

const byFile = (a: Result, b: Result): number =>
  a.examination.file < b.examination.file ? -1 : Number(a.examination.file > b.examination.file)

const workOf = (results: readonly Result[]): number => results.reduce((total, { work }) => total + work, 0)

function print(results: readonly Result[], took: number): void {
  const sum = (pick: (examination: Examination) => number): number =>
    results.reduce((total, { examination }) => total + pick(examination), 0)
  const share = (part: number, whole: number): string =>
    `${String(part)} of ${String(whole)} (${((100 * part) / Math.max(whole, 1)).toFixed(2)} %)`
  const loaded = results.filter(({ examination }) => examination.unloadable === undefined)
  for (const { examination } of results) {
    if (examination.unloadable !== undefined)
      console.log(`not loaded  ${examination.file}: ${examination.unloadable}`)
    for (const failure of examination.failures) console.log(`failed  ${examination.file}: ${failure}`)
    for (const contradiction of options.verbose ? examination.contradictions : [])
      console.log(`contradiction  ${examination.file}: ${contradiction}`)
  }
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds)[0]
  const busiest = results.toSorted((a, b) => b.work - a.work)[0]
  const largest = results.toSorted((a, b) => b.memory - a.memory)[0]
  console.log(
    [
      `documents         ${String(results.length)}`,
      `loaded            ${share(loaded.length, results.length)}`,
      `operations        ${String(sum(({ operations }) => operations))}`,
      `valid responses   ${share(
        sum(({ answeredValid }) => answeredValid),
        sum(({ operations }) => operations),
      )}`,
      `contradictions    ${String(sum(({ contradictions }) => contradictions.length))} operations that no response could satisfy`,
      `resources         ${String(sum(({ resources }) => resources))}`,
      `consistent        ${share(
        sum(({ held }) => held),
        sum(({ resources }) => resources),
      )}`,
      `work              ${workOf(results).toFixed(0)} s, most ${busiest?.work.toFixed(1) ?? ''} ${busiest?.examination.file ?? ''}`,
      `seconds           ${took.toFixed(0)}, slowest ${slowest?.seconds.toFixed(1) ?? ''} ${slowest?.examination.file ?? ''}`,
      `worst memory      ${((largest?.memory ?? 0) / 2 ** 20).toFixed(0)} MiB ${largest?.examination.file ?? ''}`,
    ].join('\n'),
  )
}

await run()
