import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { settingsOf } from '../../../contracts/cli/options.ts'
import { checkConfig } from '../../../contracts/config/check-config.ts'
import { loadConfig } from '../../../contracts/config/load-config.ts'
import { defineConfig, recordContract } from '../../../contracts/index.ts'
import { notesDocument as document, notesService } from '../support/notes-api.ts'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stablehand-config-'))
  folders.push(folder)
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

describe('the configuration file', () => {
  it.each([
    ['stablehand.config.json', '{"seed": 7}'],
    ['stablehand.config.yaml', 'seed: 7\n'],
    ['stablehand.config.mjs', 'export default { seed: 7 }\n'],
    ['stablehand.config.cjs', 'module.exports = { seed: 7 }\n'],
    ['stablehand.config.ts', 'const seed: number = 7\nexport default { seed }\n'],
    [
      'stablehand.config.mts',
      "import { defineConfig } from 'stablehand/contracts'\nexport default defineConfig({ seed: 7 })\n",
    ],
  ])('may be %s', async (name, text) => {
    const folder = await folderWith({ [name]: text })
    expect(await loadConfig(folder)).toEqual({ path: join(folder, name), config: { seed: 7 } })
  })

  it('is found in a parent folder within the project', async () => {
    const folder = await folderWith({
      'stablehand.config.json': '{"seed": 7}',
      'package/deep/a.txt': '',
      'other/package.json': '{}',
    })
    expect((await loadConfig(join(folder, 'package', 'deep')))?.config).toEqual({ seed: 7 })
    expect(await loadConfig(join(folder, 'other'))).toBeUndefined()
  })

  it('can be given by name', async () => {
    const folder = await folderWith({ 'mine.json': '{"seed": 3}' })
    expect((await loadConfig(folder, 'mine.json'))?.config).toEqual({ seed: 3 })
    await expect(loadConfig(folder, 'none.json')).rejects.toMatchObject({ name: 'ConfigError' })
  })

  it('is refused when it cannot be read', async () => {
    const folder = await folderWith({ 'stablehand.config.json': '{"seed": ' })
    await expect(loadConfig(folder)).rejects.toMatchObject({ name: 'ConfigError' })
  })

  it('is checked for all mistakes at once', () => {
    const wrong = { sed: 1, workers: 0, phases: ['fuz'], severities: { 'server-error': 'bad' } }
    expect(() => checkConfig(wrong, 'here')).toThrow(
      /has no option 'sed'[\s\S]*phases\.0[\s\S]*fuzz[\s\S]*workers must be >= 1[\s\S]*severities\.server-error/,
    )
  })

  it('may name only existing checks', () => {
    expect(() => checkConfig({ checksOff: ['server-eror'] }, 'here')).toThrow(
      "Unknown check 'server-eror'; did you mean 'server-error'?",
    )
  })

  it('may have only a function as its hook', () => {
    expect(() => checkConfig({ beforeRequest: 'x' }, 'here')).toThrow('beforeRequest must be a function')
  })
})

describe('the command line', () => {
  const config = defineConfig({
    url: 'http://config.test',
    document: 'api.yaml',
    seed: 7,
    maxTime: '2m',
    headers: { 'X-One': 'config', 'X-Two': 'config' },
    severities: { 'server-error': 'warning' },
    knownFailures: ['abc'],
    baseline: 'known.json',
  })
  const loaded = { path: '/project/stablehand.config.json', config }

  it('takes everything else from the configuration', () => {
    const { url, document: path, options, baseline } = settingsOf({}, loaded, undefined, undefined)
    expect([url?.href, path, baseline]).toEqual([
      'http://config.test/',
      '/project/api.yaml',
      '/project/known.json',
    ])
    expect(options).toMatchObject({
      seed: 7,
      maxTime: 120_000,
      headers: { 'x-one': 'config' },
      knownFindings: ['abc'],
      workers: 4,
    })
  })

  it('overrides the configuration', () => {
    const flags = {
      seed: 9,
      header: { 'x-one': 'flag' },
      severity: { 'list-total': 'error' as const },
      baseline: 'mine.json',
    }
    const { url, options, baseline } = settingsOf(flags, loaded, new URL('http://flag.test'), 'flag.yaml')
    expect([url?.href, baseline, options.seed]).toEqual(['http://flag.test/', 'mine.json', 9])
    expect(options.headers).toEqual({ 'x-one': 'flag', 'x-two': 'config' })
    expect(options.severities).toEqual({ 'server-error': 'warning', 'list-total': 'error' })
  })

  it('resolves the document relative to the configuration, unless it is a URL', () => {
    const documentIn = (document: string): unknown =>
      settingsOf({}, { ...loaded, config: { document } }, undefined, undefined).document
    expect(documentIn('specs/api.yaml')).toBe('/project/specs/api.yaml')
    expect(documentIn('https://api.test/openapi.yaml')).toBe('https://api.test/openapi.yaml')
  })

  it.each([
    [
      { url: 'api.test' },
      "Invalid url in the configuration: 'api.test' is not a URL, such as http://api.test.",
    ],
    [{ maxTime: 'soon' }, 'Invalid maxTime in the configuration: Expected a time such as 60s or 5m.'],
    [{ rate: 'often' }, 'Invalid rate in the configuration: Expected a rate such as 50/s.'],
  ])('says where in the configuration %o cannot be read', (wrong, message) => {
    const given = { ...loaded, config: wrong }
    expect(() => settingsOf({}, given, undefined, undefined)).toThrow(message)
  })

  it('reads numbers in the configuration as milliseconds and requests per second', () => {
    const given = { ...loaded, config: { maxTime: 1500, rate: 2 } }
    expect(settingsOf({}, given, undefined, undefined).options).toMatchObject({ maxTime: 1500, rate: 2 })
  })

  it('adds to the credentials of the configuration', () => {
    const oauth2 = { tokenUrl: 'http://auth.test/token', clientId: 'config', clientSecret: 'kept' }
    const given = { ...loaded, config: { auth: { schemes: { key: 'config', other: 'kept' }, oauth2 } } }
    const authOf = (flags: Parameters<typeof settingsOf>[0]): unknown =>
      settingsOf(flags, given, undefined, undefined).options.auth
    expect(authOf({ auth: { key: 'flag' }, oauth2ClientId: 'flag' })).toEqual({
      schemes: { key: 'flag', other: 'kept' },
      oauth2: { ...oauth2, clientId: 'flag' },
    })
    const other = {
      oauth2TokenUrl: new URL('http://other.test/token'),
      oauth2ClientSecret: 's',
      oauth2Scope: ['a'],
    }
    expect(authOf(other)).toMatchObject({
      oauth2: { tokenUrl: 'http://other.test/token', clientId: 'config', clientSecret: 's', scopes: ['a'] },
    })
  })

  it('fetches no access token without a token URL', () => {
    const { options } = settingsOf({ oauth2ClientId: 'me' }, undefined, undefined, undefined)
    expect(options.auth).toEqual({})
  })
})

describe('hooks and data of operations', () => {
  it('send every request through the hook', async () => {
    const signatures: (string | null)[] = []
    const target = notesService(({ headers }) => (signatures.push(headers.get('x-signature')), undefined))
    const { findings } = await recordContract({
      target,
      document,
      phases: ['examples', 'coverage'],
      beforeRequest: (request) => ({
        ...request,
        headers: { ...request.headers, 'x-signature': `signed ${request.method}` },
      }),
    })
    expect(findings).toEqual([])
    expect(new Set(signatures.map((header) => header?.startsWith('signed ')))).toEqual(new Set([true]))
  })

  it('report which hook failed', async () => {
    const beforeRequest = (): never => {
      throw new Error('no key')
    }
    await expect(recordContract({ target: notesService(), document, beforeRequest })).rejects.toThrow(
      /beforeRequest failed for \w+: no key/,
    )
  })

  it('hide secrets that a hook adds', async () => {
    const target = notesService(({ headers }) =>
      Response.json({ message: `no ${String(headers.get('x-api-key'))}` }, { status: 500 }),
    )
    const { findings } = await recordContract({
      target,
      document,
      phases: ['examples'],
      beforeRequest: (request) => ({
        ...request,
        headers: { ...request.headers, 'x-api-key': 'very-secret' },
      }),
    })
    expect(findings.length).toBeGreaterThan(0)
    expect(JSON.stringify(findings)).not.toContain('very-secret')
  })

  it('send the configured values of an operation', async () => {
    const bodies: unknown[] = []
    const urls: string[] = []
    const target = notesService(async (request) => {
      if (request.method === 'POST') bodies.push(await request.json().catch(() => undefined))
      if (request.method === 'GET') urls.push(request.url)
      return undefined
    })
    await recordContract({
      target,
      document,
      phases: ['examples'],
      operations: { createNote: { body: { text: 'fixed' } }, listNotes: { query: { pinned: true } } },
    })
    expect(bodies.length).toBeGreaterThan(0)
    for (const body of bodies) expect(body).toMatchObject({ text: 'fixed' })
    expect(urls.filter((url) => url.endsWith('/notes?pinned=true')).length).toBeGreaterThan(0)
  })

  it('use the configured record', async () => {
    const urls: string[] = []
    const target = notesService(({ url, method }) => {
      if (method !== 'GET' || !url.includes('/notes/')) return undefined
      urls.push(new URL(url).pathname)
      return Response.json({ id: 77, text: 'there' })
    })
    await recordContract({
      target,
      document,
      phases: ['examples'],
      operations: { getNote: { path: { noteId: 77 } } },
    })
    expect(new Set(urls)).toEqual(new Set(['/notes/77']))
  })
})
