import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notesDocument, notesService } from '../support/notes-api.ts'
import { serveFetch, type FetchServer } from '../support/serve-fetch.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const servers: FetchServer[] = []
const children: ChildProcess[] = []
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-check-'))
  await writeFile(join(folder, 'package.json'), '{}')
  await writeFile(join(folder, 'api.json'), JSON.stringify(notesDocument))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function serve(before?: Parameters<typeof notesService>[0]): Promise<FetchServer> {
  const server = await serveFetch(notesService(before))
  servers.push(server)
  return server
}

interface Running {
  readonly child: ChildProcess
  readonly end: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

/** `stablehand check` in a folder of its own. */
function start(...words: readonly string[]): Running {
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'check', ...words], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', CI: '1' },
  })
  children.push(child)
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  return { child, end: once(child, 'close').then(([code]) => ({ code: code as number | null, ...output })) }
}

const check = (...words: readonly string[]): Running['end'] => start(...words).end

const report = async (): Promise<{ summary: { requests: number }; findings: { check: string }[] }> =>
  JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))

const broken = ({ url }: Request): Response | undefined =>
  url.includes('pinned') ? Response.json({ message: 'Sorry.' }, { status: 500 }) : undefined

describe('stablehand check --baseline', () => {
  it('accepts its findings, and fails on new and on vanished ones', { timeout: 60_000 }, async () => {
    const server = await serve(broken)
    const words = [server.url, 'api.json', '--phases', 'coverage', '--baseline', 'known.json']
    const missing = await check(...words)
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('--update-baseline creates it')])
    const written = await check(...words, '--update-baseline')
    expect([written.code, written.out]).toEqual([
      0,
      expect.stringMatching(/known\.json now lists \d+ accepted findings/),
    ])
    const again = await check(...words)
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/\d+ known findings? remains?/)])

    const { findings } = JSON.parse(await readFile(join(folder, 'known.json'), 'utf8')) as {
      findings: { id: string }[]
    }
    await writeFile(join(folder, 'known.json'), JSON.stringify({ findings: findings.slice(1) }))
    const fresh = await check(...words)
    expect([fresh.code, fresh.out]).toEqual([1, expect.stringContaining(findings[0]?.id ?? '')])

    const fixedFinding = { id: '0123456789ab', check: 'server-error', operation: 'listNotes' }
    await writeFile(join(folder, 'known.json'), JSON.stringify({ findings: [...findings, fixedFinding] }))
    const vanished = await check(...words)
    expect([vanished.code, vanished.out]).toEqual([
      1,
      expect.stringContaining('No longer found: 0123456789ab server-error of listNotes'),
    ])
  })
})

describe('stablehand check with a configuration', () => {
  it('uses it for options that the command line lacks', async () => {
    const server = await serve(broken)
    const config = `const url: string = '${server.url}'
export default { url, document: 'api.json', phases: ['coverage'], severities: { 'server-error': 'warning' } }\n`
    await writeFile(join(folder, 'stablehand.config.ts'), config)
    expect((await check()).code).toBe(0)
    expect((await check('--severity', 'server-error=error')).code).toBe(1)
  })

  it('reports its mistakes', async () => {
    await writeFile(join(folder, 'stablehand.config.yaml'), 'sede: 7\n')
    const { code, err } = await check()
    expect([code, err]).toEqual([2, expect.stringContaining("the configuration has no option 'sede'")])
  })
})

describe('stablehand check that ends early', () => {
  const slowly = (): Promise<undefined> => sleep(15, undefined)

  it('by Ctrl-C writes its report', async () => {
    let count = 0
    let running: Running | undefined
    const server = await serve(async () => {
      count += 1
      if (count === 20) running?.child.kill('SIGINT')
      return slowly()
    })
    running = start(server.url, 'api.json', '--report', 'json=report.json')
    const { out } = await running.end
    expect(out).toContain('Stopped early: The run was interrupted.')
    expect((await report()).summary.requests).toBeGreaterThan(0)
  })

  it('by --max-time writes its report, and deletes its records', async () => {
    const left = new Set<string>()
    const server = await serve(slowly)
    const { code, out } = await check(
      server.url,
      'api.json',
      '--max-time',
      '500ms',
      '--report',
      'json=report.json',
    )
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('Stopped early: The time limit of 0.5 s was reached (--max-time).'),
    ])
    for (const note of (await (await fetch(`${server.url}/notes`)).json()) as { id: string }[])
      left.add(note.id)
    expect(left.size).toBe(0)
    expect((await report()).summary.requests).toBeGreaterThan(0)
  })

  it('because the target died exits with 3, and writes its report', async () => {
    let count = 0
    const server: FetchServer = await serve(() => {
      count += 1
      if (count === 60) void server.close()
      return count > 20 && count < 30 ? Response.json({}, { status: 500 }) : undefined
    })
    const { code, out } = await check(server.url, 'api.json', '--report', 'json=report.json')
    expect([code, out]).toEqual([3, expect.stringContaining('is not reachable')])
    const { findings, summary } = await report()
    expect(summary.requests).toBeGreaterThanOrEqual(60)
    expect(findings.map((finding) => finding.check)).toContain('server-error')
  })

  it('because a request ended the target reports that request', async () => {
    const server: FetchServer = await serve(async (request) => {
      if ((await request.clone().text()).startsWith('[[[[')) await server.close()
      return undefined
    })
    const { code } = await check(server.url, 'api.json', '--workers', '1', '--report', 'json=report.json')
    expect(code).toBe(3)
    const { findings } = await report()
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'server-error',
        severity: 'error',
        replay: expect.stringMatching(/deep-nesting$/) as string,
      }),
    )
  })

  it('before the first response exits with 3', async () => {
    const { code, out } = await check('http://127.0.0.1:9', 'api.json')
    expect([code, out]).toEqual([3, expect.stringContaining('http://127.0.0.1:9 is not reachable')])
    // There is nothing to see in tables of what never came.
    expect(out).not.toContain('Responses by status')
  })
})

describe('stablehand check of an API that accepts nothing', () => {
  it('exits with 2, and says what the API may require', async () => {
    const get = { responses: { 200: { description: 'All' }, 403: { description: 'Not for you' } } }
    const info = { title: 'Cards', version: '1' }
    await writeFile(
      join(folder, 'cards.json'),
      JSON.stringify({ openapi: '3.1.0', info, paths: { '/cards': { get } } }),
    )
    const { url } = await serve(() => new Response(null, { status: 403 }))
    const { code, err } = await check(url, 'cards.json')
    expect([code, err]).toEqual([2, expect.stringContaining('no operation accepted a request')])
  })
})

describe('stablehand check --wait', () => {
  it('starts once the API responds, also with its document', async () => {
    let requests = 0
    const { url } = await serve((request) => {
      requests += 1
      if (requests <= 2) return new Response(null, { status: 503 })
      return request.url.endsWith('/api.json') ? Response.json(notesDocument) : undefined
    })
    const { code, out } = await check(url, `${url}/api.json`, '--wait', '30s', '--phases', 'examples')
    expect([code, out]).toEqual([0, expect.stringContaining('0 errors')])
  })

  it('exits with 3 if nothing responds in time, and says why', async () => {
    const { code, out, err } = await check(
      'http://127.0.0.1:9',
      'http://127.0.0.1:9/api.json',
      '--wait',
      '300ms',
    )
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(
      /^error: http:\/\/127\.0\.0\.1:9\/ did not answer within 0\.3 s: .*ECONNREFUSED.*\.\n$/,
    )
  })
})

describe('stablehand check sends', () => {
  const sent = async (type: string): Promise<{ readonly body: string; readonly contentType: string }> => {
    const schema = {
      type: 'object',
      required: ['note'],
      properties: { note: { const: 'Hello' } },
      xml: { name: 'card' },
    }
    const post = {
      operationId: 'send',
      requestBody: { required: true, content: { [type]: { schema } } },
      responses: { 204: { description: 'Sent' }, '4XX': { description: 'Refused' } },
    }
    const document = {
      openapi: '3.1.0',
      info: { title: 'Cards', version: '1' },
      paths: { '/cards': { post } },
    }
    await writeFile(join(folder, 'cards.json'), JSON.stringify(document))
    const bodies: Promise<{ body: string; contentType: string }>[] = []
    const { url } = await serve((request) => {
      const contentType = request.headers.get('content-type') ?? ''
      bodies.push(request.text().then((body) => ({ body, contentType })))
      return new Response(null, { status: 204 })
    })
    await check(url, 'cards.json', '--phases', 'coverage', '--max-requests', '1')
    const [first] = await Promise.all(bodies)
    return first ?? { body: '', contentType: '' }
  }

  it('multipart forms in parts', async () => {
    const { body, contentType } = await sent('multipart/form-data')
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(contentType)?.[1] ?? 'none'
    expect(body).toContain(`--${boundary}\r\nContent-Disposition: form-data; name="note"`)
    expect(body).toContain('\r\n\r\nHello\r\n')
  })

  it('XML with the names of its schema', async () => {
    expect((await sent('application/xml')).body).toContain('<card><note>Hello</note></card>')
  })
})

describe('stablehand check --help', () => {
  it('shows defaults, if there are any, and examples', async () => {
    const { code, out } = await check('--help')
    expect([code, out]).toEqual([0, expect.stringContaining('Examples:')])
    expect(out).not.toMatch(/default: (?:\[|\{|null|Infinity)/)
  })
})
