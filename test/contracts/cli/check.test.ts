import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checks } from '../../../contracts/checks/index.ts'
import { registerCheck } from '../../../contracts/cli.ts'
import { notesDocument, notesService } from '../support/notes-api.ts'
import { serveFetch, type FetchServer } from '../support/serve-fetch.ts'

let folder: string
let server: FetchServer
/** What answers in place of the service; nothing does at first. */
let before: Parameters<typeof notesService>[0]
let requests = 0

beforeAll(async () => {
  const healthy = notesService((request) => {
    requests += 1
    return before?.(request)
  })
  server = await serveFetch(healthy)
})
afterAll(() => server.close())

beforeEach(async () => {
  before = () => undefined
  requests = 0
  folder = await mkdtemp(join(tmpdir(), 'stablehand-cli-'))
  await writeFile(join(folder, 'package.json'), '{}')
  await writeFile(join(folder, 'api.json'), JSON.stringify(notesDocument))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  vi.stubEnv('CI', '1')
  vi.stubEnv('NO_COLOR', '1')
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

interface Output {
  readonly code: number | undefined
  readonly out: string
  readonly err: string
}

const at = (name: string): string => join(folder, name)

/** `stablehand check` in this process. */
async function check(...words: readonly string[]): Promise<Output> {
  const output = { out: '', err: '' }
  const hear = (stream: 'out' | 'err') => (text: string | Uint8Array) => {
    output[stream] += String(text)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hear('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(hear('err')),
  ]
  const codeBefore = process.exitCode
  const program = new Command('stablehand').exitOverride()
  registerCheck(program)
  try {
    await program.parseAsync(['check', ...words], { from: 'user' })
    return { code: Number(process.exitCode), ...output }
  } finally {
    process.exitCode = codeBefore
    for (const spy of spies) spy.mockRestore()
  }
}

const checkNotes = (...words: readonly string[]): Promise<Output> =>
  check(server.url, at('api.json'), '--phases', 'examples', ...words)

const failing = ({ method }: Request): Response | undefined =>
  method === 'GET' ? Response.json({ message: 'Sorry.' }, { status: 500 }) : undefined

describe('stablehand check', () => {
  it('exits with 0 and a report if the contract holds', async () => {
    const { code, out, err } = await checkNotes()
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`checked ${server.url} against`)
    expect(out).toMatch(/0 errors, 0 warnings · \d of 4 operations covered/)
  })

  it('exits with 1 if the contract is broken, and says how', async () => {
    before = failing
    const { code, out } = await checkNotes()
    expect(code).toBe(1)
    expect(out).toMatch(/✗ error server-error/)
  })

  it('exits with 3 if the API cannot be reached', async () => {
    const { code, out } = await check('http://127.0.0.1:1', at('api.json'))
    expect([code, out]).toEqual([
      3,
      expect.stringContaining('Stopped early: http://127.0.0.1:1 is not reachable'),
    ])
  })

  it('fails for warnings only with --fail-on warning', async () => {
    before = failing
    const mild = ['--severity', 'server-error=warning']
    expect((await checkNotes(...mild)).code).toBe(0)
    expect((await checkNotes(...mild, '--fail-on', 'warning')).code).toBe(1)
  })

  it('requires a URL', async () => {
    expect(await check()).toEqual({
      code: 2,
      out: '',
      err: "error: missing required argument 'url', such as http://localhost:8080\n(use --help for usage)\n",
    })
  })

  it('says if there is nothing to test', async () => {
    expect(await checkNotes('--replay', '1:coverage/nothing')).toEqual({
      code: 2,
      out: '',
      err: "error: unknown case 'coverage/nothing'\n",
    })
    expect(await checkNotes('--exclude', '*')).toEqual({
      code: 2,
      out: '',
      err: 'error: no cases to run: check --include, --exclude and --phases\n',
    })
    expect(await checkNotes('--shard', '1000/1000')).toEqual({
      code: 0,
      out: 'This shard has no cases.\n',
      err: '',
    })
    expect(requests).toBe(0)
  })

  it('lists its checks with their requirements, without a URL', async () => {
    const { code, out } = await check('--list-checks')
    expect(code).toBe(0)
    for (const { id, title, severity, requirement } of checks) {
      const [line = '', below = ''] = out.slice(out.search(new RegExp(`^${id} `, 'm'))).split('\n')
      expect(line).toMatch(new RegExp(`^${id} +${severity} +`))
      expect([line.endsWith(title), below.trim()]).toEqual([true, requirement])
    }
  })

  it('warns of $refs of the document that lead nowhere, and says where they are', async () => {
    const schema = { $ref: '#/components/schemas/Note' }
    const get = { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } }
    const broken = { openapi: '3.0.4', info: { title: 'Notes', version: '1' }, paths: { '/notes': { get } } }
    await writeFile(at('broken.json'), JSON.stringify(broken, null, 2))
    const { err } = await check(server.url, at('broken.json'), '--plan')
    expect(err).toBe(
      `warning  broken.json:15:17  unresolved-ref  The target of the $ref '#/components/schemas/Note' does not exist.  (#/paths/~1notes/get/responses/200/content/application~1json/schema)\n`,
    )
  })

  it('groups its options in its help', () => {
    const program = new Command('stablehand')
    registerCheck(program)
    const help = program.commands[0]?.helpInformation() ?? ''
    const headings = [...help.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual([
      'Arguments',
      'What is checked',
      'Time and load',
      'Credentials',
      'What fails',
      'Reports',
      'Options',
    ])
  })

  it('prints its plan, and sends nothing', async () => {
    const { code, out } = await check(server.url, at('api.json'), '--plan')
    expect(code).toBe(0)
    expect(out).toContain('createNote')
    expect(requests).toBe(0)
  })
})

describe('--report', () => {
  it('writes the reports it can, and exits with 2 for the others', async () => {
    await writeFile(at('a-file'), '')
    const impossible = join(at('a-file'), 'report.xml')
    const { code, err } = await checkNotes(
      '--report',
      `junit=${impossible}`,
      '--report',
      `json=${at('r/report.json')}`,
    )
    expect([code, err]).toEqual([2, expect.stringMatching(/^error: The junit report cannot be written: E/)])
    expect(JSON.parse(await readFile(at('r/report.json'), 'utf8'))).toMatchObject({
      summary: { operations: 4 },
    })
  })

  it('that cannot be written does not hide a broken contract', async () => {
    before = failing
    await writeFile(at('a-file'), '')
    expect((await checkNotes('--report', `junit=${join(at('a-file'), 'report.xml')}`)).code).toBe(1)
  })

  it('has standard output to itself with - as the file', async () => {
    const { code, out, err } = await checkNotes('--report', 'json=-')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ summary: { operations: 4 } })
    expect(err).toMatch(/0 errors, 0 warnings/)
  })
})

describe('--baseline', () => {
  const baseline = async (): Promise<{ findings: { id: string }[] }> =>
    JSON.parse(await readFile(at('known.json'), 'utf8'))

  it('is written, then accepted, and fails if one of its findings has vanished', async () => {
    before = failing
    const known = ['--baseline', at('known.json')]
    expect(await checkNotes('--update-baseline')).toMatchObject({
      code: 2,
      err: 'error: --update-baseline needs --baseline\n',
    })
    const written = await checkNotes(...known, '--update-baseline')
    const { length } = (await baseline()).findings
    expect(length).toBeGreaterThan(0)
    expect([written.code, written.out]).toEqual([
      0,
      expect.stringContaining(`known.json now lists ${String(length)} accepted findings.`),
    ])
    const again = await checkNotes(...known)
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/\d+ known findings? remains?\./)])
    before = () => undefined
    const mended = await checkNotes(...known)
    expect([mended.code, mended.out]).toEqual([
      1,
      expect.stringMatching(/\nNo longer found: [0-9a-f]{12} server-error of /),
    ])
  })

  it('is not written by a run that ended early', async () => {
    const renewed = ['--baseline', at('known.json'), '--update-baseline']
    const left = `error: the run stopped early; ${at('known.json')} was not changed\n`
    expect(await checkNotes(...renewed, '--max-requests', '1')).toMatchObject({ code: 2, err: left })
    expect(await check('http://127.0.0.1:1', at('api.json'), ...renewed)).toMatchObject({
      code: 3,
      err: left,
    })
    await expect(baseline()).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('may be named in a configuration, relative to it', async () => {
    before = failing
    await checkNotes('--baseline', at('known.json'), '--update-baseline')
    const config = { url: server.url, document: 'api.json', baseline: 'known.json', phases: ['examples'] }
    await writeFile(at('stablehand.config.json'), JSON.stringify(config))
    expect((await check()).code).toBe(0)
  })
})

describe('on a terminal', () => {
  async function onTerminal<T>(work: () => Promise<T>): Promise<T> {
    const streams = [process.stdout, process.stderr].map((stream) => [stream, stream.isTTY] as const)
    for (const [stream] of streams) stream.isTTY = true
    try {
      return await work()
    } finally {
      for (const [stream, isTTY] of streams) stream.isTTY = isTTY
    }
  }

  it('shows its progress, and clears it before the report', async () => {
    vi.stubEnv('CI', '')
    vi.stubEnv('NO_COLOR', undefined)
    const { out, err } = await onTerminal(checkNotes)
    expect(err.startsWith('Planning …\r\u001B[K')).toBe(true)
    expect(err).toMatch(/examples 0\/\d+\S* 1 request/)
    expect(err.endsWith('\r\u001B[K')).toBe(true)
    expect(out).toContain('\u001B[1mstablehand')
  })
})
