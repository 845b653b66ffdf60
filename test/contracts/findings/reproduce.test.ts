import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Command } from 'commander'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { registerCheck } from '../../../contracts/cli.ts'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { recordContract } from '../../../contracts/index.ts'
import { loadDocument } from '../../../spec/load.ts'
import type { Defect } from '../../saboteurs/document-service/sabotage.ts'
import type { Started } from '../../saboteurs/document-service/start.ts'
import { services, type SabotagedService } from '../../saboteurs/services.ts'
import { foundBy } from '../saboteurs/found-by.ts'

/** Whose findings are tried again: each a defect of one of the services, without those that take the clock. */
interface Sample {
  readonly service: SabotagedService
  readonly defect: Defect
}

const seed = 20
const all: readonly Sample[] = services.flatMap((service) =>
  service.defects
    .filter(({ needs }) => needs?.rateLimit === undefined)
    .map((defect) => ({ service, defect })),
)
const [some = []] = fc.sample(fc.shuffledSubarray([...all], { minLength: 4, maxLength: 4 }), {
  seed,
  numRuns: 1,
})
/** Of what others contain, or of what was done to others before. */
const entangled = new Set([
  'if-match-ignored-by-delete',
  'price-stays',
  'stale-read',
  'changed-then-refused',
  'member-stays',
  'key-ignored',
  'error-without-content',
])
const samples = new Set([...some, ...all.filter(({ defect }) => entangled.has(defect.id))])

const shell = promisify(execFile)
const hasCurl = await shell('curl', ['--version']).then(
  () => true,
  () => false,
)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-again-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = ({ service, defect: { id, needs } }: Sample): Promise<Started> =>
  service.start({ defect: id, ...needs })

/** What a user has in the environment for the placeholders of commands. */
function environment({ service: { credentials } }: Sample): NodeJS.ProcessEnv {
  const secrets = Object.entries(credentials).map(([name, value]) => [
    `STABLEHAND_${name.toUpperCase().replaceAll('-', '_')}`,
    value,
  ])
  return { ...process.env, ...Object.fromEntries(secrets) }
}

/** The finding of the defect, by the case that is known to find it. */
async function find({ service, defect }: Sample, { url, document }: Started): Promise<Finding> {
  const { operationId, check, needs } = defect
  const { findings } = await recordContract({
    target: url,
    // Its command names the document by where it is, so that none will do that another test loaded.
    document: await loadDocument(document),
    include: [operationId],
    only: foundBy(service, defect),
    ...(needs?.auth && { headers: service.credentials }),
  })
  const finding = findings.find((candidate) => candidate.check === check)
  if (!finding) throw new Error(`${defect.id} was not found by ${check}.`)
  return finding
}

/** The words of a command, as a shell gives them to `stablehand`. */
async function wordsOf(command: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const { stdout } = await shell('sh', ['-c', `stablehand() { printf '%s\\0' "$@"; }; ${command}`], { env })
  return stdout.split('\0').slice(0, -1)
}

async function run(words: readonly string[]): Promise<readonly Finding[]> {
  const file = join(folder, 'report.json')
  const program = new Command().exitOverride()
  registerCheck(program)
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await program.parseAsync([...words, '--report', `json=${file}`], { from: 'user' })
  output.mockRestore()
  process.exitCode = undefined
  const report = JSON.parse(await readFile(file, 'utf8')) as { readonly findings: readonly Finding[] }
  return report.findings
}

/** The status of the last answer that a script of curl commands had; undefined when there was none. */
async function statusOf(script: string, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const { stdout, code } = await shell('sh', ['-c', script], { env }).then(
    (given) => ({ ...given, code: 0 }),
    (error: { readonly stdout: string; readonly code: number }) => error,
  )
  const status = [...stdout.matchAll(/HTTP\/1\.1 (\d{3}) /g)].at(-1)?.[1]
  return code !== 0 || status === undefined ? undefined : Number(status)
}

/** Does something with the service as it was at the beginning, and the words that a report has for it. */
async function afresh<T>(
  sample: Sample,
  command: string,
  first: Started,
  act: (command: string) => Promise<T>,
): Promise<T> {
  const started = await start(sample)
  try {
    return await act(command.replaceAll(first.url, started.url))
  } finally {
    await started.close()
  }
}

describe('a finding is reproduced by its own command, and its curl gets the same response', () => {
  it.each(
    [...samples].map(
      (sample) => [sample.service.name, sample.defect.check, sample.defect.title, sample] as const,
    ),
  )('%s, %s: %s', async (_service, _check, _title, sample) => {
    const first = await start(sample)
    try {
      const { id, response, replay, curl } = await find(sample, first)
      const env = environment(sample)
      const again = await afresh(sample, replay, first, async (command) => run(await wordsOf(command, env)))
      expect(again.map((finding) => finding.id)).toContain(id)
      if (!hasCurl) return
      expect(await afresh(sample, curl, first, (script) => statusOf(script, env))).toBe(response?.status)
    } finally {
      await first.close()
    }
  })
})
