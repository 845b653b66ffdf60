import { symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Document } from '../../../spec/document.ts'
import { valueAt } from '../../../spec/json/refs.ts'
import { loadDocument, type LoadOptions } from '../../../spec/load.ts'
import { formatProblem } from '../../../spec/problems/spec-error.ts'
import { folderOf } from './folder.ts'

const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n'

/** A document whose only schema is this `$ref`. */
const withRef = (ref: string): string =>
  `${head}paths: {}\ncomponents:\n  schemas:\n    It: { $ref: '${ref}' }\n`

interface Loaded {
  readonly document: Document
  readonly problems: readonly string[]
}

async function load(
  files: Readonly<Record<string, string>>,
  options?: LoadOptions,
  root = 'api.yaml',
): Promise<Loaded> {
  const folder = await folderOf(files)
  try {
    const document = await loadDocument(join(folder.path, root), options)
    const problems = document.problems.map((problem) =>
      formatProblem(problem).replaceAll(`${folder.path}/`, ''),
    )
    return { document, problems }
  } finally {
    await folder.remove()
  }
}

describe('a document that names itself by $self', () => {
  const head32 = 'openapi: 3.2.0\n$self: https://api.test/v1/openapi\ninfo: { title: T, version: "1" }\n'
  const pet = '    Pet: { type: object, required: [name] }\n'

  it.each([
    'https://api.test/v1/openapi#/components/schemas/Pet',
    'openapi#/components/schemas/Pet',
    '/v1/openapi#/components/schemas/Pet',
  ])('refers to itself by %s', async (ref) => {
    const schemas = `paths: {}\ncomponents:\n  schemas:\n    It: { $ref: '${ref}' }\n${pet}`
    const { document, problems } = await load({ 'api.yaml': head32 + schemas })
    expect(problems).toEqual([])
    expect(valueAt(document, '#/components/schemas/It/required')).toEqual(['name'])
  })

  it('is the one that its other files refer to by that URI', async () => {
    const schemas = `paths: {}\ncomponents:\n  schemas:\n    It: { $ref: 'owner.yaml#/Owner' }\n${pet}`
    const { document, problems } = await load({
      'api.yaml': head32 + schemas,
      'owner.yaml': `Owner:\n  properties:\n    pet: { $ref: 'https://api.test/v1/openapi#/components/schemas/Pet' }\n`,
    })
    expect(problems).toEqual([])
    expect(valueAt(document, '#/components/schemas/It/properties/pet/required')).toEqual(['name'])
  })

  it('finds files beside its URI beside itself', async () => {
    const schemas = `paths: {}\ncomponents:\n  schemas:\n    It: { $ref: 'https://api.test/v1/parts/pet.yaml' }\n`
    const { document, problems } = await load({
      'api.yaml': head32 + schemas,
      'parts/pet.yaml': 'type: object\nrequired: [name]\n',
    })
    expect(problems).toEqual([])
    expect(valueAt(document, '#/components/schemas/It/required')).toEqual(['name'])
  })
})

describe('a document in several files', () => {
  const files = {
    'api.yaml': `${head}paths:\n  /pets: { $ref: paths/pets.yaml }\n`,
    'paths/pets.yaml': `get:
  parameters:
    - $ref: ../parameters.json#/limit
  responses:
    '200':
      description: Pets
      content:
        application/json:
          schema: { type: array, items: { $ref: '../schemas/pet.yaml#/Pet' } }
`,
    'parameters.json':
      '{\n  "limit": { "name": "limit", "in": "query",\n    "schema": { "type": "integer" } }\n}',
    'schemas/pet.yaml': `Pet:
  type: object
  properties:
    born: { type: string, example: 2020-01-31 }
    mother: { $ref: '#/Pet' }
    food: { $ref: food.yaml }
`,
    'schemas/food.yaml': 'type: object\nproperties:\n  eatenBy: { $ref: pet.yaml#/Pet }\n',
  }

  it('is bundled into one with local references only', async () => {
    const { document, problems } = await load(files)
    const refs = [...JSON.stringify(document.root).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref)
    expect(problems).toEqual([])
    expect(refs.length).toBeGreaterThan(4)
    expect(refs.every((ref) => ref?.startsWith('#/components/'))).toBe(true)
    expect(document.root.components?.schemas?.['Pet']).toMatchObject({
      properties: { born: { example: '2020-01-31' } },
    })
  })

  it.each([
    ['#/paths/~1pets', 'api.yaml', 4, 3],
    ['#/paths/~1pets/get/responses/200/description', 'paths/pets.yaml', 6, 7],
    ['#/components/schemas/Pet', 'schemas/pet.yaml', 1, 1],
    ['#/components/schemas/Pet/properties/born/example', 'schemas/pet.yaml', 4, 27],
    ['#/components/parameters/limit/schema', 'parameters.json', 3, 5],
    ['#/components/schemas/food/properties/eatenBy', 'schemas/food.yaml', 3, 3],
  ])('keeps the location of %s', async (pointer, file, line, column) => {
    const { document } = await load(files)
    const location = document.locate(pointer)
    expect(location?.file.endsWith(`/${file}`)).toBe(true)
    expect(location).toMatchObject({ line, column })
  })

  it('can start in a subfolder and refer to its parent folder', async () => {
    const { problems } = await load({
      'api.yaml': withRef('other.yaml#/A'),
      'other.yaml': "A: { properties: { it: { $ref: 'api.yaml#/components/schemas/It' } } }",
    })
    expect(problems).toEqual([])
  })
})

describe('an unresolvable reference is reported, and the rest is served', () => {
  it.each([
    [
      'a missing file',
      'nowhere.yaml',
      'api.yaml:6:5  not-found  nowhere.yaml: The file does not exist.  (#/components/schemas/It)',
    ],
    [
      'an unresolved pointer',
      'other.yaml#/Nothing',
      "api.yaml:6:5  unresolved-ref  The target of the $ref 'other.yaml#/Nothing' does not exist.  (#/components/schemas/It)",
    ],
    [
      'another server',
      'https://example.com/a.yaml',
      'api.yaml:6:5  remote-ref  https://example.com/a.yaml: A file on another server is fetched only with --allow-remote-refs (allowRemoteRefs).  (#/components/schemas/It)',
    ],
    [
      'a file outside the folder',
      '/etc/hostname',
      'api.yaml:6:5  outside-ref  /etc/hostname: A file outside the folder of the document is read only with --allow-remote-refs (allowRemoteRefs).  (#/components/schemas/It)',
    ],
    [
      'a file: URL outside the folder',
      'file:///etc/hostname',
      'api.yaml:6:5  outside-ref  /etc/hostname: A file outside the folder of the document is read only with --allow-remote-refs (allowRemoteRefs).  (#/components/schemas/It)',
    ],
    ['a data: URL', 'data:text/plain,hello', /^api\.yaml:6:5 {2}outside-ref /],
  ])('%s', async (_, ref, expected) => {
    const { problems } = await load({ 'api.yaml': withRef(ref), 'other.yaml': 'A: {}' })
    expect(problems).toEqual([
      typeof expected === 'string' ? expected : (expect.stringMatching(expected) as unknown),
    ])
  })

  it('a file with invalid YAML, reported with its own line', async () => {
    const { problems } = await load({ 'api.yaml': withRef('other.yaml#/A'), 'other.yaml': 'A: [1,\n' })
    expect(problems).toEqual([
      'other.yaml:2:1  syntax  Deficient indentation.',
      'api.yaml:6:5  syntax  other.yaml: Deficient indentation.  (#/components/schemas/It)',
    ])
  })

  it('reports the location in the referenced file', async () => {
    const { problems } = await load({
      'api.yaml': withRef('other.yaml#/A'),
      'other.yaml': "A:\n  properties:\n    b: { $ref: '#/B' }\n    c: {}\n    c: {}\n",
    })
    expect(problems).toEqual([
      "other.yaml:5:5  duplicate-key  The key 'c' is repeated in this object; only its last value counts.  (#/A/properties/c)",
      "other.yaml:3:5  unresolved-ref  The target of the $ref '#/B' does not exist.  (#/components/schemas/A/properties/b)",
    ])
  })

  it('a reference to itself', async () => {
    const { problems } = await load({
      'api.yaml': `${withRef('other.yaml#/A')}    Self: { $ref: '#/components/schemas/Self' }\n`,
      'other.yaml': 'A: {}',
    })
    expect(problems).toEqual([
      "api.yaml:7:5  circular-ref  The $ref '#/components/schemas/Self' is circular: it never resolves to an object.  (#/components/schemas/Self)",
    ])
  })

  it('two files that refer only to each other', async () => {
    const { problems } = await load({
      'api.yaml': withRef('other.yaml#/A'),
      'other.yaml': "A: { $ref: 'api.yaml#/components/schemas/It' }",
    })
    expect(problems).toEqual([
      "api.yaml:6:5  circular-ref  The $ref 'other.yaml#/A' is circular: it never resolves to an object.  (#/components/schemas/It)",
    ])
  })

  it('a symbolic link out of the folder', async () => {
    const outside = await folderOf({ 'secret.yaml': 'A: {}' })
    const folder = await folderOf({ 'api.yaml': withRef('link.yaml#/A') })
    await symlink(join(outside.path, 'secret.yaml'), join(folder.path, 'link.yaml'))
    const document = await loadDocument(join(folder.path, 'api.yaml'))
    expect(document.problems.map(({ code }) => code)).toEqual(['outside-ref'])
    await Promise.all([outside.remove(), folder.remove()])
  })
})

describe('remote references', () => {
  async function withServer<T>(
    files: Readonly<Record<string, string>>,
    work: (base: string) => Promise<T>,
  ): Promise<T> {
    const server = createServer(({ url = '' }, response) => {
      const content = files[url]
      if (content?.startsWith('http')) response.writeHead(302, { location: content }).end()
      else response.writeHead(content === undefined ? 404 : 200).end(content)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  it('are followed when allowed, like files outside the folder', async () => {
    await withServer({ '/a.yaml': 'A: { type: object }' }, async (base) => {
      const { document, problems } = await load(
        {
          'api/api.yaml': `${withRef(`${base}/a.yaml#/A`)}    Other: { $ref: ../b.yaml#/B }\n`,
          'b.yaml': 'B: {}',
        },
        { allowRemoteRefs: true },
        'api/api.yaml',
      )
      expect(problems).toEqual([])
      expect(document.root.components?.schemas).toMatchObject({ A: { type: 'object' }, B: {} })
    })
  })

  it('are limited in number', async () => {
    const chain = (request: string): string =>
      `A: { $ref: ./${Number(/\d+/.exec(request)?.[0] ?? 0) + 1}.yaml#/A }`
    const server = createServer(({ url = '' }, response) => response.end(chain(url)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { problems } = await load({ 'api.yaml': withRef(`${base}/0.yaml#/A`) }, { allowRemoteRefs: true })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(problems[0]).toBe(
      'api.yaml:1:1  too-large  No more than 500 remote files are fetched for a document.',
    )
  })

  it('are limited in size', async () => {
    const chunk = Buffer.alloc(1024 * 1024, '#')
    const server = createServer((_, response) => {
      const more = (): void => void (response.destroyed || response.write(chunk, () => setImmediate(more)))
      more()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { problems } = await load({ 'api.yaml': withRef(`${base}/a.yaml#/A`) }, { allowRemoteRefs: true })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(problems).toEqual([
      expect.stringMatching(/too-large.*The document is larger than 16777216 bytes\./),
    ])
  })

  it('can refer to their own folder but not elsewhere', async () => {
    const root = `${withRef('a.yaml#/A')}    Up: { $ref: ../b.yaml#/B }\n    Led: { $ref: led.yaml#/C }\n`
    await withServer(
      {
        '/api/api.yaml': root,
        '/api/a.yaml': 'A: {}',
        '/b.yaml': 'B: {}',
        '/api/led.yaml': 'http://127.0.0.1:1/',
      },
      async (base) => {
        const document = await loadDocument(`${base}/api/api.yaml`)
        expect(document.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
          ['remote-ref', '#/components/schemas/Up'],
          ['unreadable', '#/components/schemas/Led'],
        ])
        expect(document.root.components?.schemas?.['A']).toEqual({})
      },
    )
  })
})
