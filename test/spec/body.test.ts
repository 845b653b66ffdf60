import * as fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { decodeBody, encodeBody, prepareBodies, type BodyReading } from '../../spec/body.ts'
import type { MediaType, Schema, SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { loadObject } from '../../spec/loading/load-object.ts'

const utf8 = new TextEncoder()
const resolve = (node: SchemaNode): Schema => node.schema

function mediaType(type: string, schema: Schema = true, encoding: MediaType['encoding'] = {}): MediaType {
  return { type, schema: { schema, pointer: '#/schema' }, examples: [], encoding, pointer: '#/content' }
}

function read(
  body: string | Uint8Array,
  declared: MediaType,
  contentType: string = declared.type,
): BodyReading {
  return decodeBody(typeof body === 'string' ? utf8.encode(body) : body, contentType, declared, resolve)
}

function written(value: Json, declared: MediaType): string {
  return new TextDecoder().decode(encodeBody(value, declared).bytes)
}

function sendAndRead(value: Json, declared: MediaType): unknown {
  const { bytes, contentType } = encodeBody(value, declared, resolve)
  const reading = read(bytes, declared, contentType)
  return reading.kind === 'ok' ? reading.value : reading.message
}

beforeAll(() => {
  const content = { 'multipart/form-data': {} }
  const paths = { '/': { post: { requestBody: { content }, responses: {} } } }
  return prepareBodies(loadObject({ openapi: '3.1.0', info: { title: 'Forms', version: '1' }, paths }))
})

describe('JSON', () => {
  const declared = mediaType('application/json')

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/Problem+JSON'])(
    'is read as %s',
    (type) => {
      expect(read('{"id":9223372036854775807}', declared, type)).toEqual({
        kind: 'ok',
        value: { id: 9223372036854775807n },
      })
    },
  )

  it('is rejected with a reason where it is invalid', () => {
    expect(read('{"a":1,"a":2}', declared)).toMatchObject({
      kind: 'malformed',
      message: 'The key "a" is repeated in one object, at position 7.',
    })
    expect(read(Uint8Array.of(0x22, 0xff, 0x22), declared)).toEqual({
      kind: 'malformed',
      message: 'The body is not UTF-8.',
    })
    expect(read('', declared)).toMatchObject({
      kind: 'malformed',
      message: 'The text is empty. It must be JSON.',
    })
  })

  it.each(['application/json', '*/*', 'application/*', 'nonsense'])('is written for %s', (type) => {
    expect(encodeBody({ id: 2n ** 63n - 1n }, mediaType(type))).toEqual({
      bytes: utf8.encode('{"id":9223372036854775807}'),
      contentType: 'application/json',
    })
  })
})

describe('a urlencoded form', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      address: { type: 'object', properties: { zip: { type: 'integer' } } },
      codes: { type: 'array', items: { type: 'integer' } },
      filter: { type: 'object', properties: { age: { type: 'integer' }, id: { type: 'integer' } } },
      range: { type: 'object', properties: { min: { type: 'integer' }, max: { type: 'integer' } } },
      quoted: { type: 'string' },
    },
  }
  const declared = mediaType('application/x-www-form-urlencoded', schema, {
    codes: { style: 'pipeDelimited' },
    filter: { style: 'deepObject', explode: true },
    range: { explode: true },
    quoted: { contentType: 'application/json' },
  })

  it.each<[string, Json]>([
    ['', {}],
    ['id=5&name=a+b%2Bc', { id: 5, name: 'a b+c' }],
    ['tags=a&tags=b', { tags: ['a', 'b'] }],
    ['tags=a', { tags: ['a'] }],
    ['address=%7B%22zip%22:12%7D', { address: { zip: 12 } }],
    ['codes=1|2', { codes: [1, 2] }],
    ['filter%5Bage%5D=3', { filter: { age: 3 } }],
    ['filter%5Bid%5D=3&id=5', { filter: { id: 3 }, id: 5 }],
    ['min=1&max=2', { range: { min: 1, max: 2 } }],
    ['quoted=%22x%22', { quoted: 'x' }],
    ['other=7&other=8', { other: ['7', '8'] }],
    ['id=x', { id: 'x' }],
    ['id=1&id=2', { id: [1, 2] }],
    ['__proto__=x', JSON.parse('{"__proto__":"x"}') as Json],
  ])('%j', (text, value) => {
    expect(read(text, declared)).toEqual({ kind: 'ok', value })
  })

  it.each([
    ['name=%E0%A4%A', 'encoding'],
    ['quoted=x', 'content'],
    ['codes=1&codes=2', 'repeated'],
  ])('rejects %j', (text, reason) => {
    expect(read(text, declared)).toEqual({
      kind: 'malformed',
      message: `The form is invalid: ${reason}.`,
    })
  })

  it('is read back as written', () => {
    const value = {
      id: 5,
      name: 'a b&c=d+é',
      tags: ['x,y', 'z'],
      address: { zip: 12 },
      codes: [1, 2],
      filter: { age: 3 },
      range: { min: 1, max: 2 },
      quoted: '"x"',
    }
    expect(sendAndRead(value, declared)).toEqual(value)
    expect(written({ tags: ['x', 'y'], codes: [1, 2], filter: { age: 3 }, quoted: 'x' }, declared)).toBe(
      'tags=x&tags=y&codes=1%7C2&filter%5Bage%5D=3&quoted=%22x%22',
    )
  })

  it('is a string where the schema says so', () => {
    const text = mediaType('application/x-www-form-urlencoded', { type: 'string' })
    expect(sendAndRead('a=b&c', text)).toBe('a=b&c')
  })

  it('carries any strings and numbers', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(
        fc.dictionary(names, fc.oneof(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger())),
        (value) => {
          const properties = Object.fromEntries(
            Object.entries(value).map(([name, member]) => [
              name,
              { type: typeof member === 'number' ? 'integer' : 'string' },
            ]),
          )
          expect(
            sendAndRead(
              value,
              mediaType('application/x-www-form-urlencoded', { type: 'object', properties }),
            ),
          ).toEqual(value)
        },
      ),
    )
  })
})

describe('a multipart form', () => {
  const declared = mediaType('multipart/form-data', {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      address: { type: 'object' },
      file: { type: 'string', format: 'binary' },
      files: { type: 'array', items: { type: 'string', format: 'binary' } },
    },
  })

  async function browserForm(fill: (form: FormData) => void): Promise<BodyReading> {
    const form = new FormData()
    fill(form)
    const request = new Request('http://localhost', { method: 'POST', body: form })
    return read(new Uint8Array(await request.arrayBuffer()), declared, request.headers.get('content-type')!)
  }

  it('is read as browsers write it', async () => {
    const reading = await browserForm((form) => {
      form.append('id', '5')
      form.append('name', 'Zoë "Z"\r\nline')
      form.append('tags', 'a')
      form.append('address', new Blob(['{"zip":1}'], { type: 'application/json' }))
      form.append('say "hi"', 'x')
      form.append('file', new Blob(['hello']), 'a "b".txt')
      form.append('files', new Blob([Uint8Array.of(0, 255)]), 'a.bin')
    })
    expect(reading).toEqual({
      kind: 'ok',
      value: {
        id: 5,
        name: 'Zoë "Z"\r\nline',
        tags: ['a'],
        address: { zip: 1 },
        'say "hi"': 'x',
        file: 'hello',
        files: ['AP8='],
      },
    })
  })

  it('is written so that the platform can read it', async () => {
    const value = {
      id: 5,
      name: 'Zoë',
      tags: ['a', 'b'],
      address: { zip: 1 },
      file: 'hello',
      'say "hi"': 'x',
    }
    const { bytes, contentType } = encodeBody(value, declared)
    const form = await new Response(bytes as BodyInit, {
      headers: { 'content-type': contentType },
    }).formData()
    expect(form.get('id')).toBe('5')
    expect(form.get('name')).toBe('Zoë')
    expect(form.getAll('tags')).toEqual(['a', 'b'])
    expect(form.get('address')).toBe('{"zip":1}')
    expect(await (form.get('file') as File).text()).toBe('hello')
    expect([...form.keys()]).toContain('say "hi"')
  })

  it('carries every string, even one that contains the boundary', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'\r\n-a"\\;=é'.split(''), '--stablehand-boundary', '\r\n--'),
    })
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 2 }), (name, tags) => {
        const value = { id: 9007199254740993n, name, tags, address: { text: name } }
        expect(sendAndRead(value, declared)).toEqual(value)
      }),
    )
  })

  it('takes the content type of a part from its Encoding Object', () => {
    const encoded = mediaType('multipart/form-data', declared.schema!.schema, {
      file: { contentType: 'image/png' },
      name: { contentType: 'application/json' },
    })
    const text = written({ file: 'x', name: 'y' }, encoded)
    expect(text).toContain('name="file"; filename="file"\r\nContent-Type: image/png\r\n\r\nx')
    expect(text).toContain('name="name"\r\nContent-Type: application/json\r\n\r\n"y"')
  })

  const form = 'multipart/form-data; boundary=b'

  it.each([
    ['--b\r\n\r\nx\r\n--b--', 'A part of the form has no name.'],
    [
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx',
      'The multipart body does not end with its boundary.',
    ],
    [
      '--b\r\nContent-Disposition: form-data; name="a"\r\n--b--',
      'The multipart body has a part without header fields.',
    ],
    ['--b junk\r\n\r\n--b--', 'The multipart body has text after a boundary on the same line.'],
    ['nothing', 'The multipart body does not contain its boundary.'],
    ['', 'The multipart body does not contain its boundary.'],
    [
      `--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{\r\n--b--`,
      `The part 'a' is not valid JSON.`,
    ],
    [`${'--b\r\n\r\n\r\n'.repeat(1001)}--b--`, 'The multipart body has more than 1000 parts.'],
  ])('rejects %j', (text, message) => {
    expect(read(text, declared, form)).toEqual({ kind: 'malformed', message })
  })

  it('cannot be validated where the schema is not an object', () => {
    const declaredAsText = mediaType('multipart/form-data', { type: 'string' })
    expect(sendAndRead('x', declaredAsText)).toBeInstanceOf(Uint8Array)
  })

  it('requires a boundary', () => {
    expect(read('x', declared, 'multipart/form-data')).toEqual({
      kind: 'malformed',
      message: 'The Content-Type of the multipart body has no boundary.',
    })
  })

  it('ignores text around the parts, spaces after a boundary and the case of field names', () => {
    const text = 'before\r\n--b \t\r\nCONTENT-DISPOSITION: form-data; NAME=name\r\n\r\nRex\r\n--b--\r\nafter'
    expect(read(text, declared, form)).toEqual({ kind: 'ok', value: { name: 'Rex' } })
  })

  it('reads an empty form and empty parts', () => {
    expect(read('--b--\r\n', declared, form)).toEqual({ kind: 'ok', value: {} })
    expect(
      read('--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n\r\n--b--', declared, form),
    ).toEqual({
      kind: 'ok',
      value: { name: '' },
    })
  })

  it('never throws', () => {
    const unit = fc.constantFrom(
      '--b',
      '\r\n',
      '--',
      'Content-Disposition: form-data; name="a"',
      ':',
      ';',
      '"',
      'x',
      '\0',
      ' ',
    )
    fc.assert(
      fc.property(fc.string({ unit }), (text) => void read(text, declared, form)),
      { numRuns: 500 },
    )
  })
})

describe('text', () => {
  it.each<[string, Schema, Json]>([
    ['text/plain', { type: 'string' }, '5'],
    ['text/plain', { type: 'integer' }, 5],
    ['text/plain', true, '5'],
    ['text/csv', {}, '5'],
    ['application/xml', { type: 'string' }, '5'],
  ])('%s for %j', (type, schema, expected) => {
    expect(read('5', mediaType(type, schema))).toEqual({ kind: 'ok', value: expected })
  })

  it('is decoded by its charset', () => {
    const latin1 = Uint8Array.of(0xe9)
    expect(read(latin1, mediaType('text/plain'), 'text/plain; charset=iso-8859-1')).toEqual({
      kind: 'ok',
      value: 'é',
    })
    expect(read(latin1, mediaType('text/plain'))).toEqual({
      kind: 'malformed',
      message: 'The body is not valid utf-8 text.',
    })
    expect(read(latin1, mediaType('text/plain'), 'text/plain; charset=nope').kind).toBe('malformed')
  })

  it('is written unchanged, an object as JSON', () => {
    expect(written('Zoë', mediaType('text/plain'))).toBe('Zoë')
    expect(written(5n, mediaType('text/plain'))).toBe('5')
    expect(written({ a: 1n }, mediaType('text/html'))).toBe('{"a":1}')
  })
})

describe('bytes', () => {
  const bytes = Uint8Array.of(0, 255, 1)

  it.each([
    'application/octet-stream',
    'image/png',
    'application/zip',
    'multipart/mixed; boundary=b',
    'nonsense',
  ])('remain bytes as %s', (type) => {
    expect(read(bytes, mediaType(type))).toEqual({ kind: 'ok', value: bytes })
  })

  const xml = utf8.encode('<pet/>')

  it('remain bytes where the schema is an object', () => {
    expect(read(xml, mediaType('text/html', { type: 'object' }))).toEqual({ kind: 'ok', value: xml })
  })

  it('remain bytes for XML without a prepared reader', async () => {
    vi.resetModules()
    const unprepared = await import('../../spec/body.ts')
    const declared = mediaType('application/xml', { type: 'object' })
    expect(unprepared.decodeBody(xml, declared.type, declared, resolve)).toEqual({ kind: 'ok', value: xml })
  })

  const file = { type: 'string', format: 'binary' }

  it('remain bytes where a file of any media type is expected, although they are JSON', () => {
    const json = utf8.encode('{"a": 1}')
    expect(read(json, mediaType('*/*', file), 'application/json')).toEqual({ kind: 'ok', value: json })
  })

  it.each([
    ['*/*', 'application/octet-stream'],
    ['image/*', 'image/png'],
    ['application/json', 'application/json'],
  ])('are written for %s as %s', (range, contentType) => {
    expect(encodeBody(bytes, mediaType(range, file), resolve)).toEqual({ bytes, contentType })
  })

  it('are written unchanged', () => {
    expect(encodeBody(bytes, mediaType('image/*'))).toEqual({ bytes, contentType: 'image/png' })
  })
})
