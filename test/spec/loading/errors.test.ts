import { chmod } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../spec/load.ts'
import { SpecError } from '../../../spec/problems/spec-error.ts'
import { folderOf } from './folder.ts'

async function failure(work: Promise<unknown>): Promise<SpecError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SpecError)) throw new Error(`expected a SpecError, got ${String(error)}`)
  return error
}

/** The error message for a file with this text, without the path of its folder. */
async function messageFor(text: string | Uint8Array, name = 'api.yaml'): Promise<string> {
  const folder = await folderOf({ [name]: text })
  try {
    const error = await failure(loadDocument(join(folder.path, name)))
    return error.message.replaceAll(`${folder.path}/`, '')
  } finally {
    await folder.remove()
  }
}

describe('an invalid document is rejected with file:line:column', () => {
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`
  const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 9; level++) {
    bomb.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`)
  }

  it.each([
    [
      'an unclosed YAML collection',
      'openapi: 3.1.0\ninfo: [1,\n  2',
      'api.yaml:3:4  syntax  Unexpected end of the stream within a flow collection.',
    ],
    ['YAML indented with a tab', 'info:\n\ttitle: T\n', /^api\.yaml:2:\d+ {2}syntax {2}/],
    [
      'an undefined YAML alias',
      'openapi: 3.1.0\ninfo: *nope\n',
      'api.yaml:2:8  syntax  Unidentified alias "nope".',
    ],
    [
      'a YAML tag unknown to JSON',
      'openapi: 3.1.0\ninfo: !!js/function x\n',
      /^api\.yaml:2:7 {2}syntax {2}Unknown scalar tag/,
    ],
    ['truncated JSON', '{\n  "openapi": "3.1.0",\n  "info": {', /^api\.yaml:3:12 {2}syntax {2}/],
    [
      'HTML',
      '<!doctype html>\n<title>Swagger UI</title>\n<p>a: b: c</p>',
      /^api\.yaml:\d+:\d+ {2}syntax {2}The file is HTML or XML, not JSON or YAML\.$/,
    ],
    ['an empty file', '', 'api.yaml:1:1  empty  The file is empty.'],
    ['a file with comments only', '# to be written\n', 'api.yaml:1:1  empty  The file is empty.'],
    [
      'two YAML documents',
      'openapi: 3.1.0\n---\nopenapi: 3.1.0\n',
      'api.yaml:3:1  multiple-documents  The file contains several YAML documents; the second one starts here. Only one is allowed.',
    ],
    ['a list', '- openapi: 3.1.0\n', 'api.yaml:1:1  not-an-object  An OpenAPI document must be an object.'],
    ['a string', 'hello', 'api.yaml:1:1  not-an-object  An OpenAPI document must be an object.'],
    ['null', 'null', 'api.yaml:1:1  not-an-object  An OpenAPI document must be an object.'],
    [
      'Swagger 2.0',
      'swagger: "2.0"\ninfo: {}\n',
      'api.yaml:1:1  swagger-2  Swagger "2.0" is not supported. Convert the document to OpenAPI 3 first, such as with: npx swagger2openapi <document> -o openapi.yaml  (#/swagger)',
    ],
    [
      'no `openapi`',
      '# mine\ninfo: {}\n',
      "api.yaml:2:1  no-openapi-version  This is not an OpenAPI document: the field 'openapi' is missing.",
    ],
    [
      'an unknown OpenAPI version',
      'info: {}\nopenapi: 4.0.0\n',
      'api.yaml:2:1  unsupported-version  OpenAPI "4.0.0" is not supported. Supported are 3.0, 3.1 and 3.2.  (#/openapi)',
    ],
    [
      'an invalid OpenAPI version',
      'openapi: {}\n',
      'api.yaml:1:1  unsupported-version  OpenAPI {} is not supported. Supported are 3.0, 3.1 and 3.2.  (#/openapi)',
    ],
    [
      'paths as a list',
      'openapi: 3.1.0\npaths:\n  - /pets\n',
      "api.yaml:2:1  invalid-paths  The value of 'paths' must be an object.  (#/paths)",
    ],
    [
      'a value that contains itself',
      'openapi: 3.1.0\ninfo: &i\n  x: *i\n',
      'api.yaml:3:3  cyclic-value  The value contains itself.  (#/info/x)',
    ],
    [
      'YAML aliases that expand exponentially',
      `openapi: 3.1.0\n${bomb.join('\n')}`,
      /^api\.yaml:\d+:\d+ {2}too-large {2}With its aliases expanded the document has more than 5,000,000 values\./,
    ],
    [
      'JSON nested too deeply',
      `{"openapi": "3.1.0", "x-deep": ${deep}}`,
      /^api\.yaml:1:35 {2}too-deep {2}The document is nested more than 200 levels deep\. {2}\(#\/x-deep\/0\/0\/0\)$/,
    ],
    [
      'YAML nested too deeply',
      `openapi: 3.1.0\nx-deep: ${deep}`,
      /^api\.yaml:2:\d+ {2}too-deep {2}Nesting exceeded/,
    ],
  ])('%s', async (_, text, expected) => {
    const message = await messageFor(text)
    if (typeof expected === 'string') expect(message).toBe(expected)
    else expect(message).toMatch(expected)
  })

  it('text that is not UTF-8', async () => {
    const text = new Uint8Array([...new TextEncoder().encode('openapi: 3.1.0\nx: "'), 0xff, 0xfe, 0x22])
    expect(await messageFor(text)).toBe('api.yaml:2:5  not-utf8  The file is not valid UTF-8 from here on.')
  })

  it('lists every problem, and the first gives the code', async () => {
    const folder = await folderOf({ 'api.yaml': 'paths: []\nopenapi: "2"\n' })
    const error = await failure(loadDocument(join(folder.path, 'api.yaml')))
    await folder.remove()
    expect(error.code).toBe('unsupported-version')
    expect(error.problems.map(({ code, location }) => [code, location?.line])).toEqual([
      ['unsupported-version', 2],
      ['invalid-paths', 1],
    ])
    expect(error.message.split('\n')).toHaveLength(2)
  })
})

describe('an unreadable file is rejected', () => {
  it.each([
    ['nowhere.yaml', 'not-found', 'The file does not exist.'],
    ['api.yaml/below.yaml', 'not-found', 'The file does not exist.'],
    ['folder', 'unreadable', 'This is a folder, not a file.'],
  ])('%s', async (name, code, message) => {
    const folder = await folderOf({ 'api.yaml': 'openapi: 3.1.0', 'folder/x': '' })
    const error = await failure(loadDocument(join(folder.path, name)))
    await folder.remove()
    expect(error.code).toBe(code)
    expect(error.message).toBe(`${join(folder.path, name)}:1:1  ${code}  ${message}`)
  })

  it.skipIf(process.getuid?.() === 0)('one without permission (root may read everything)', async () => {
    const folder = await folderOf({ 'api.yaml': 'openapi: 3.1.0' })
    await chmod(join(folder.path, 'api.yaml'), 0)
    expect((await failure(loadDocument(join(folder.path, 'api.yaml')))).code).toBe('unreadable')
    await folder.remove()
  })

  it('a URL that responds with an error or not at all', async () => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/gone' ? 404 : 500).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const missing = await failure(loadDocument(`${base}/gone`))
    const broken = await failure(loadDocument(new URL(`${base}/broken`)))
    await new Promise((resolve) => server.close(resolve))
    const closed = await failure(loadDocument(`${base}/closed`))
    expect(missing.message).toBe(`${base}/gone:1:1  not-found  The server answered with status 404.`)
    expect(broken.message).toBe(`${base}/broken:1:1  unreadable  The server answered with status 500.`)
    expect(closed.message).toMatch(/unreadable {2}The URL cannot be fetched: .+\./)
  })
})

describe('an invalid object is rejected with a pointer', () => {
  const cyclic: Record<string, unknown> = { openapi: '3.1.0' }
  cyclic['info'] = { back: cyclic }

  it.each([
    ['a cycle', cyclic, 'cyclic-value  The value contains itself.  (#/info/back)'],
    [
      'a function',
      { openapi: '3.1.0', info: { title: () => 'T' } },
      'not-json  A function is not a JSON value.  (#/info/title)',
    ],
    [
      'an invalid Date',
      { openapi: '3.1.0', info: { d: new Date(Number.NaN) } },
      'not-json  The date is invalid.  (#/info/d)',
    ],
    ['an array', [], 'not-an-object  An OpenAPI document must be an object.'],
    ['Swagger 2.0', { swagger: '2.0' }, /^swagger-2 /],
  ])('%s', async (_, value, expected) => {
    expect((await failure(loadDocument(value))).message).toEqual(
      typeof expected === 'string' ? expected : (expect.stringMatching(expected) as unknown),
    )
  })
})
