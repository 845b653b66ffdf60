import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../../../spec/document.ts'
import { loadDocument } from '../../../spec/load.ts'
import { formatProblem } from '../../../spec/problems/spec-error.ts'
import { folderOf } from './folder.ts'

const text = `openapi: 3.1.0
info:
  title: Notes
  version: "1"
  x-sunset: 2030-12-05
paths:
  /notes:
    get:
      parameters: [{ name: q, in: query }]
      responses: &responses
        "200": { description: Notes }
    post:
      responses: *responses
`

async function load(yaml: string, name = 'api.yaml'): Promise<Document> {
  const folder = await folderOf({ [name]: yaml })
  try {
    return await loadDocument(join(folder.path, name))
  } finally {
    await folder.remove()
  }
}

const lines = (document: Document): readonly string[] =>
  document.problems.map((problem) => formatProblem(problem).replace(/^\S*\/(?=\w+\.\w+:)/, ''))

describe('sources', () => {
  let folder: Awaited<ReturnType<typeof folderOf>>
  beforeAll(async () => {
    folder = await folderOf({ 'api.yaml': text, 'api.json': JSON.stringify({ openapi: '3.0.3', paths: {} }) })
  })
  afterAll(() => folder.remove())

  it('none: the embedded Pet Store', async () => {
    const document = await loadDocument()
    expect(document.root.info.title).toBe('Pet Store')
    expect(document.problems).toEqual([])
  })

  it('a path, absolute or relative', async () => {
    const path = join(folder.path, 'api.yaml')
    expect((await loadDocument(path)).root.info.title).toBe('Notes')
    expect((await loadDocument(relative(process.cwd(), path))).source).toBe(path)
  })

  it('a path below the working directory is shown relative to it', async () => {
    expect((await loadDocument('spec/petstore.yaml')).source).toBe(join('spec', 'petstore.yaml'))
  })

  it('a file: URL, as URL or text', async () => {
    const url = pathToFileURL(join(folder.path, 'api.yaml'))
    expect((await loadDocument(url)).root.info.title).toBe('Notes')
    expect((await loadDocument(url.href)).root.info.title).toBe('Notes')
  })

  it('an http: URL', async () => {
    const server = createServer((_, response) => response.end(text))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi`
    const document = await loadDocument(url)
    await new Promise((resolve) => server.close(resolve))
    expect(document.source).toBe(url)
    expect(document.locate('#/info')).toEqual({ file: url, line: 2, column: 1 })
  })

  it('JSON', async () => {
    expect((await loadDocument(join(folder.path, 'api.json'))).version).toBe('3.0')
  })

  it('an object, which is copied and has no locations', async () => {
    const object = { openapi: '3.2.0', info: { title: 'T', version: '1', gone: undefined }, paths: {} }
    const document = await loadDocument(object)
    object.info.title = 'changed'
    expect(document).toMatchObject({ version: '3.2', source: '(object)' })
    expect(document.root.info).toStrictEqual({ title: 'T', version: '1' })
    expect(document.locate('#/info')).toBeUndefined()
  })
})

describe('values', () => {
  it.each([
    ['3.0.0', '3.0'],
    ['3.0.4', '3.0'],
    ['3.1.1', '3.1'],
    ['3.2.0', '3.2'],
    ['3.1.0-rc0', '3.1'],
  ])('openapi: %s is version %s', async (given, version) => {
    expect((await load(`openapi: ${given}\npaths: {}`)).version).toBe(version)
  })

  it.each([
    ['3.0', '3.0'],
    ['3.1', '3.1'],
  ])('openapi: %s is a number in YAML and accepted with a warning', async (given, version) => {
    const document = await load(`openapi: ${given}\npaths: {}`)
    expect(document.version).toBe(version)
    expect(lines(document)).toEqual([
      `api.yaml:1:1  version-not-a-string  The value of 'openapi' must be a string: "${version}.0".  (#/openapi)`,
    ])
    expect(document.problems[0]?.severity).toBe('warning')
  })

  it('unquoted dates are strings', async () => {
    expect((await load(text)).root.info).toMatchObject({ 'x-sunset': '2030-12-05' })
  })

  it('dates in an object become ISO strings', async () => {
    const info = {
      title: 'T',
      version: '1',
      'x-day': new Date('2030-12-05'),
      'x-at': new Date('2030-12-05T10:00:00Z'),
    }
    const document = await loadDocument({ openapi: '3.1.0', info })
    expect(document.root.info).toMatchObject({ 'x-day': '2030-12-05', 'x-at': '2030-12-05T10:00:00.000Z' })
  })

  it('aliases and merge keys are expanded', async () => {
    const document = await load(
      'openapi: 3.1.0\nx-a: &a { one: 1, two: 2 }\nx-b: { <<: *a, two: 3 }\nx-c: *a',
    )
    expect(document.root).toMatchObject({ 'x-b': { one: 1, two: 3 }, 'x-c': { one: 1, two: 2 } })
  })

  it('numeric keys are strings; yes and no are not booleans', async () => {
    const document = await load('openapi: 3.1.0\nx-codes: { 200: yes, 404: no }')
    expect(document.root).toMatchObject({ 'x-codes': { '200': 'yes', '404': 'no' } })
  })

  it.each([
    ['YAML', 'openapi: 3.1.0\nx-s: { maximum: 9223372036854775807, example: [9223372036854775807, 1] }'],
    [
      'JSON',
      '{"openapi": "3.1.0", "x-s": {"maximum": 9223372036854775807, "example": [9223372036854775807, 1]}}',
    ],
  ])('integers are exact in examples and numbers in keywords: %s', async (_, source) => {
    expect((await load(source)).root).toMatchObject({
      'x-s': { maximum: 2 ** 63, example: [9223372036854775807n, 1] },
    })
  })

  it('bigints in an object are treated likewise', async () => {
    const schema = { maximum: 2n ** 63n, properties: { example: { minimum: 3n } }, example: 2n ** 60n + 1n }
    expect((await loadDocument({ openapi: '3.1.0', 'x-s': schema })).root).toMatchObject({
      'x-s': { maximum: 2 ** 63, properties: { example: { minimum: 3 } }, example: 2n ** 60n + 1n },
    })
  })

  it('`__proto__` is an ordinary key', async () => {
    const document = await load('openapi: 3.1.0\nx-names: { __proto__: { polluted: true } }')
    expect(
      Object.hasOwn(Object.getOwnPropertyDescriptor(document.root, 'x-names')?.value as object, '__proto__'),
    ).toBe(true)
    expect('polluted' in {}).toBe(false)
  })

  it('CRLF line ends and a byte order mark are accepted', async () => {
    const document = await load(`\uFEFF${text.replaceAll('\n', '\r\n')}`)
    expect(document.locate('#/info/title')).toMatchObject({ line: 3, column: 3 })
  })

  it('JSON with tabs, on one line or many, is accepted', async () => {
    const document = await load('{\n\t"openapi": "3.1.0",\n\t"info":\t{"title": "T"}\n}', 'api.json')
    expect(document.locate('#/info/title')).toMatchObject({ line: 3, column: 11 })
  })
})

describe('locate', () => {
  it.each([
    ['the document', '#', 1, 1],
    ['a member, at its name', '#/info', 2, 1],
    ['a scalar member', '#/info/version', 4, 3],
    ['a name with a slash', '#/paths/~1notes', 7, 3],
    ['an item', '#/paths/~1notes/get/parameters/0', 9, 20],
    ['a member of an item', '#/paths/~1notes/get/parameters/0/in', 9, 31],
    ['a quoted name', '#/paths/~1notes/get/responses/200', 11, 9],
    ['a member of an alias', '#/paths/~1notes/post/responses/200/description', 11, 18],
    ['a missing member: the nearest ancestor', '#/paths/~1notes/get/responses/404/content', 10, 7],
    ['a missing root member: the document', '#/components/schemas/Note', 1, 1],
  ])('%s', async (_, pointer, line, column) => {
    expect((await load(text)).locate(pointer)).toMatchObject({ line, column })
  })
})

describe('problems', () => {
  const schemas = (yaml: string): string => `openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n${yaml}`

  it.each([
    [
      'a duplicate key',
      'openapi: 3.1.0\npaths:\n  /a: {}\n  /b: {}\n  /a: {}',
      [
        "api.yaml:5:3  duplicate-key  The key '/a' is repeated in this object; only its last value counts.  (#/paths/~1a)",
      ],
    ],
    [
      'a duplicate key in JSON',
      '{"openapi": "3.1.0",\n "paths": {},\n "paths": {}}',
      [
        "api.yaml:3:2  duplicate-key  The key 'paths' is repeated in this object; only its last value counts.  (#/paths)",
      ],
    ],
    [
      'an unresolved `$ref`',
      schemas("    A: { $ref: '#/components/schemas/B' }"),
      [
        "api.yaml:5:5  unresolved-ref  The target of the $ref '#/components/schemas/B' does not exist.  (#/components/schemas/A)",
      ],
    ],
    [
      'a `$ref` to itself',
      schemas("    A: { $ref: '#/components/schemas/A' }"),
      [
        "api.yaml:5:5  circular-ref  The $ref '#/components/schemas/A' is circular: it never resolves to an object.  (#/components/schemas/A)",
      ],
    ],
    [
      'circular `$ref`s',
      schemas("    A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }"),
      [
        "api.yaml:5:5  circular-ref  The $ref '#/components/schemas/B' is circular: it never resolves to an object.  (#/components/schemas/A)",
        "api.yaml:6:5  circular-ref  The $ref '#/components/schemas/A' is circular: it never resolves to an object.  (#/components/schemas/B)",
      ],
    ],
  ])('%s', async (_, yaml, expected) => {
    expect(lines(await load(yaml))).toEqual(expected)
  })

  it.each([
    [
      'a recursive schema',
      "    A: { type: object, properties: { next: { $ref: '#/components/schemas/A' } } }",
    ],
    [
      'percent-encoded and escaped names',
      "    'a b/c': {}\n    A: { $ref: '#/components/schemas/a%20b~1c' }",
    ],
    ['an anchor', "    A: { $anchor: here }\n    B: { $ref: '#here' }"],
    [
      'an `$id` of the document',
      "    A: { $id: 'https://example.com/a' }\n    B: { $ref: 'https://example.com/a' }",
    ],
    [
      'a pointer through a `$ref`',
      "    A: { properties: { b: {} } }\n    B: { $ref: '#/components/schemas/A' }\n    C: { $ref: '#/components/schemas/B/properties/b' }",
    ],
    ['a property called $ref', '    A: { properties: { $ref: { type: string } } }'],
    [
      'a `$ref` that is data',
      "    A: { example: { $ref: '#/nowhere' }, default: { $ref: '#/nowhere' }, enum: [{ $ref: '#/nowhere' }], x-y: { $ref: '#/nowhere' } }",
    ],
  ])('none for %s', async (_, yaml) => {
    expect(lines(await load(schemas(yaml)))).toEqual([])
  })
})
