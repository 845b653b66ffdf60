import { expect, it } from 'vitest'
import { findingsOf } from '../../../support/post-and-read.ts'

const content = (schema: object): object => ({ 'application/json': { schema } })
const lamp = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 1, maxLength: 20 },
    lit: { type: 'boolean', readOnly: true },
    colour: { type: 'string', enum: ['red', 'white'], readOnly: true },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/lamps': {
      post: {
        operationId: 'createLamp',
        requestBody: { required: true, content: content(lamp) },
        responses: {
          '201': { description: 'Made', content: content(lamp) },
          '4XX': { description: 'Refused' },
        },
      },
    },
    '/lamps/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        responses: { '200': { description: 'Fine', content: content(lamp) }, '4XX': { description: 'None' } },
      },
    },
  },
}

it.each([0, 1])('accepts that the server assigns the same value that the client sent', async (first) => {
  const findings = await findingsOf(document, ({ name }, count) => ({
    name,
    lit: count % 2 === first,
    colour: ['red', 'white'][(count + first) % 2],
  }))
  expect(findings).toEqual([])
})

it('reports read-only properties that store what the client sent', async () => {
  const findings = await findingsOf(document, ({ name, lit = true, colour = 'red' }) => ({
    name,
    lit,
    colour,
  }))
  expect(findings).toHaveLength(2)
  expect(findings[0]).toMatch(/^read-only: .*expected lit to be assigned by the server; got (?:true|false)/)
  expect(findings[1]).toMatch(/^read-only: .*expected colour to be assigned by the server/)
})

it('reports a part of an object of the server that stores what the client sent', async () => {
  const meta = {
    type: 'object',
    readOnly: true,
    properties: {
      created: { type: 'string', format: 'date-time' },
      kind: { type: 'string', enum: ['lamp'] },
    },
  }
  const properties = { id: lamp.properties.id, name: lamp.properties.name, meta }
  const text = JSON.stringify(document).replaceAll(
    JSON.stringify(lamp),
    JSON.stringify({ ...lamp, properties }),
  )
  const made = (isTaken: boolean): Promise<readonly string[]> =>
    findingsOf(JSON.parse(text) as object, ({ name, meta: sent }, count) => {
      const created = `2026-05-04T10:00:${String(count % 60).padStart(2, '0')}Z`
      return { name, meta: { created, ...(isTaken && (sent as object | undefined)), kind: 'lamp' } }
    })
  expect(await made(false)).toEqual([])
  expect(await made(true)).toEqual([expect.stringMatching(/^read-only: .*expected meta to be assigned/)])
})
