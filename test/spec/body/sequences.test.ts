import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeBody, encodeBody, prepareBodies } from '../../../spec/body.ts'
import type { Document, MediaType } from '../../../spec/document.ts'
import { decodeUtf8, parseJson, type Json } from '../../../spec/json.ts'
import { loadObject } from '../../../spec/loading/load-object.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { documentResolver } from '../../../spec/schemas/resolver.ts'

const event = {
  type: 'object',
  required: ['data'],
  properties: { event: { type: 'string' }, data: { type: 'string' }, retry: { type: 'integer' } },
}

const document: Document = loadObject({
  openapi: '3.2.0',
  info: { title: 'Sequences', version: '1' },
  paths: {
    '/items': {
      get: {
        responses: {
          200: {
            description: 'Items',
            content: {
              'application/jsonl': { itemSchema: {} },
              'application/x-ndjson': { schema: { type: 'array', items: {} } },
              'application/json-seq': { itemSchema: {} },
              'text/event-stream': { itemSchema: event },
            },
          },
        },
      },
    },
  },
})

const mediaType = (type: string): MediaType => {
  const found = operationsOf(document).operations[0]?.responses[0]?.content.find((each) => each.type === type)
  if (!found) throw new Error(`${type} is not declared.`)
  return found
}

const decode = (type: string, text: string): unknown =>
  decodeBody(new TextEncoder().encode(text), type, mediaType(type), documentResolver(document))

const encode = (type: string, value: Json): string =>
  decodeUtf8(encodeBody(value, mediaType(type)).bytes) ?? ''

/** As JSON is read here, with large integers as bigints. */
function exact(value: unknown): Json {
  const reading = parseJson(JSON.stringify(value))
  if (reading.kind === 'malformed') throw new Error(reading.message)
  return reading.value
}

beforeAll(async () => prepareBodies(document))

describe('sequential content', () => {
  it.each(['application/jsonl', 'application/x-ndjson', 'application/json-seq'])(
    'of %s is the array of its items, and is written as it was read',
    (type) => {
      fc.assert(
        fc.property(fc.array(fc.jsonValue()), (values) => {
          const items = exact(values)
          expect(decode(type, encode(type, items))).toEqual({ kind: 'ok', value: items })
        }),
      )
    },
  )

  it('has one item per line, which may be empty', () => {
    expect(decode('application/jsonl', '{"n":1}\r\n\n{"n":2}')).toEqual({
      kind: 'ok',
      value: [{ n: 1 }, { n: 2 }],
    })
  })

  it('may span lines after a record separator', () => {
    expect(decode('application/json-seq', '\u001E{"n":\n1}\n\u001E2\n')).toEqual({
      kind: 'ok',
      value: [{ n: 1 }, 2],
    })
    expect(encode('application/json-seq', [1, 2])).toBe('\u001E1\n\u001E2\n')
  })

  it('tells which line is not JSON', () => {
    expect(decode('application/jsonl', '1\n{"n":\n')).toMatchObject({
      kind: 'malformed',
      message: expect.stringMatching(/^Line 2: The text is not valid JSON/) as string,
    })
  })

  it('is a single item, if the value is no array', () => {
    expect(encode('application/jsonl', { n: 1 })).toBe('{"n":1}\n')
  })
})

describe('events', () => {
  it('are objects of their fields, without comments and other fields', () => {
    const stream = ': hello\n\nevent: news\ndata: one\ndata: two\nretry: 10\nother: x\n\ndata\n\n'
    expect(decode('text/event-stream', stream)).toEqual({
      kind: 'ok',
      value: [{ event: 'news', data: 'one\ntwo', retry: 10 }, { data: '' }],
    })
  })

  it('are read as they were written', () => {
    const field = fc.string().map((text) => text.replaceAll(/[\r\n\0]/g, ' '))
    const events = fc.array(fc.record({ event: field, data: field }))
    fc.assert(
      fc.property(events, (items) => {
        expect(decode('text/event-stream', encode('text/event-stream', items))).toEqual({
          kind: 'ok',
          value: items,
        })
      }),
    )
  })
})
