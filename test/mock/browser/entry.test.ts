import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as BrowserEntry from '../../../mock/browser.ts'
import { createMock as createNodeMock } from '../../../mock/index.ts'
import { loadDocument } from '../../../spec/load.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const entry = new URL('../../../dist/browser/index.js', import.meta.url).href
const { createMock, refuse, SpecError, MockOptionError } = (await import(entry)) as typeof BrowserEntry

const now = '2026-01-01'

const notes = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        responses: {
          200: {
            description: 'Notes',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Note' } } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Note: {
        type: 'object',
        required: ['id', 'text', 'author'],
        properties: {
          id: { type: 'integer' },
          text: { type: 'string', maxLength: 80 },
          author: { type: 'string', format: 'email' },
        },
      },
    },
  },
}

const get = async (mock: { fetch(request: Request): Promise<Response> }, path: string): Promise<string> =>
  (await mock.fetch(new Request(`http://api.test${path}`))).text()

describe('the browser entry', () => {
  it('responds like Node, byte for byte', async () => {
    const [browser, node] = await Promise.all([createMock({ now }), createNodeMock({ now })])
    for (const path of ['/pets?limit=100', '/store/orders', '/pets/0', '/nowhere']) {
      expect(await get(browser, path)).toBe(await get(node, path))
    }
  })

  it('embeds the Pet Store document unchanged', async () => {
    expect((await createMock()).document.root).toEqual((await loadDocument()).root)
  })

  it('accepts a document as an object and generates the same values as Node', async () => {
    const [browser, node] = await Promise.all(
      [createMock, createNodeMock].map((create) => create({ now, document: notes })),
    )
    const listed = await get(browser as NonNullable<typeof browser>, '/notes')
    expect((JSON.parse(listed) as unknown[]).length).toBeGreaterThan(0)
    expect(listed).toBe(await get(node as NonNullable<typeof node>, '/notes'))
  })

  it('routes segments with characters that mean something in patterns like Node', async () => {
    const literals = [
      'a:b',
      'star*',
      '*',
      '**',
      'plus+',
      '(group)',
      '{v}.json',
      'x}',
      String.raw`back\slash`,
      'é',
      '.',
    ]
    const paths = Object.fromEntries(
      literals.flatMap((literal) => [
        [`/${literal}/{id}`, { get: { responses: { 200: { description: `below ${literal}` } } } }],
        [`/${literal}`, { get: { responses: { 200: { description: `at ${literal}` } } } }],
      ]),
    )
    const document = { openapi: '3.1.0', info: { title: 'Signs', version: '1' }, paths }
    const [browser, node] = await Promise.all([createMock({ document }), createNodeMock({ document })])
    const answer = async (mock: typeof browser | typeof node, path: string): Promise<number> =>
      (await mock.fetch(new Request(`http://api.test/${path}`))).status
    const targets = literals.flatMap((literal) => [
      literal,
      `${encodeURIComponent(literal)}/7`,
      `${literal}s`,
    ])
    const statuses = await Promise.all(targets.map((target) => answer(browser, target)))
    expect(statuses).toEqual(await Promise.all(targets.map((target) => answer(node, target))))
    expect(new Set(statuses)).toEqual(new Set([200, 404]))
  })

  it('accepts behaviours', async () => {
    const mock = await createMock({
      behaviours: { listPets: () => refuse(503, 'closed', 'Come back later.') },
    })
    expect(JSON.parse(await get(mock, '/pets'))).toMatchObject({ code: 'closed', status: 503 })
  })

  it('rejects invalid input with the same errors as Node', async () => {
    await expect(createMock({ document: { swagger: '2.0' } })).rejects.toThrow(SpecError)
    await expect(createMock({ world: { '/unicorns': [] } })).rejects.toThrow(MockOptionError)
  })
})

describe('bundled with Vite', () => {
  let chunks: readonly Rolldown.OutputChunk[]

  beforeAll(async () => {
    const source = `import { createMock } from ${JSON.stringify(fileURLToPath(entry))}
      createMock().then((mock) => mock.fetch(new Request('/pets')))`
    const page = {
      name: 'page',
      resolveId: (id: string) => (id === 'page' ? id : undefined),
      load: (id: string) => (id === 'page' ? source : undefined),
    }
    const output = (await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'error',
      plugins: [page],
      build: { write: false, reportCompressedSize: false, rollupOptions: { input: 'page' } },
    })) as Rolldown.RolldownOutput
    chunks = output.output.filter((item) => item.type === 'chunk')
  })

  const gzipped = (some: readonly Rolldown.OutputChunk[]): number =>
    some.reduce((sum, { code }) => sum + gzipSync(code).length, 0)

  /** The chunks loaded with the page: the entry and its static imports. */
  const atOnce = (): readonly Rolldown.OutputChunk[] => {
    const loaded = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
    for (const name of loaded) {
      for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) loaded.add(next)
    }
    return chunks.filter(({ fileName }) => loaded.has(fileName))
  }
  const isFaker = ({ code }: Rolldown.OutputChunk): boolean => code.includes('first_name')

  it('contains nothing from Node', () => {
    const modules = chunks.flatMap(({ moduleIds, imports, dynamicImports }) => [
      ...moduleIds,
      ...imports,
      ...dynamicImports,
    ])
    const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]))
    expect(modules.filter((id) => builtins.has(id) || id.includes('browser-external'))).toEqual([])
  })

  it('is smaller than 120 KB gzipped, without the word lists, which are loaded on demand', () => {
    expect(atOnce().filter(isFaker)).toEqual([])
    expect(chunks.filter(isFaker)).toHaveLength(1)
    expect(gzipped(atOnce())).toBeLessThan(120_000)
  })
})
