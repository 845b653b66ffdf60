import { describe, expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { withMissingProperties } from '../../../contracts/requests/missing-properties.ts'
import type { Json } from '../../../spec/json.ts'
import { answer, at, gone, kept, text } from '../support/document-parts.ts'

describe('a property that a refusal says is missing is sent', () => {
  const fuller = { name: 'ab', kind: 'Native', note: 'cd' }

  it.each<[string, Json]>([
    ['in a sentence', { error: "Key 'name' not present or not a String" }],
    ['as required', { message: 'name is required' }],
    ['by a path beside the reason', { detail: [{ loc: ['body', 'name'], msg: 'Field required' }] }],
    ['by its own errors', { errors: { name: ["can't be blank"] } }],
  ])('%s', (_, refusal) => {
    expect(withMissingProperties({}, fuller, refusal)).toEqual({ name: 'ab' })
  })

  it.each<[string, Json]>([
    ['it is there already', { message: 'kind is required' }],
    ['it is wrong otherwise', { message: 'name is too long' }],
    ['no property has the name', { message: 'title is required' }],
  ])('unless %s', (_, refusal) => {
    expect(withMissingProperties({ kind: 'Native' }, fuller, refusal)).toBeUndefined()
  })
})

it('creates records whose names are domains, by what the refusals say', async () => {
  const zone = {
    type: 'object',
    properties: {
      id: { ...text, readOnly: true },
      name: text,
      kind: { ...text, enum: ['Native', 'Slave'] },
      serial: { type: 'integer' },
      rrsets: { type: 'array', items: { type: 'object' } },
    },
  }
  const zones = new Map<string, Json>()
  const names: string[] = []
  const refuse = (error: string): Response => Response.json({ error }, { status: 400 })
  const { findings } = await runContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'Zones', version: '1' },
      paths: {
        '/zones': kept(zone),
        '/zones/{id}': { ...at('id'), get: answer(200, zone), delete: gone },
      },
    },
    only: 'stateful/**',
    async target(request: Request) {
      const id = decodeURIComponent(new URL(request.url).pathname.split('/')[2] ?? '')
      if (request.method === 'DELETE') return new Response(null, { status: zones.delete(id) ? 204 : 404 })
      if (id !== '')
        return Response.json(zones.get(id) ?? { error: 'Not Found' }, zones.has(id) ? {} : { status: 404 })
      if (request.method !== 'POST') return Response.json([...zones.values()])
      const sent = (await request.json()) as Record<string, Json>
      if (typeof sent['name'] !== 'string') return refuse("Key 'name' not present or not a String")
      if (!sent['name'].endsWith('.')) return refuse(`DNS Name '${sent['name']}' is not canonical`)
      if (typeof sent['kind'] !== 'string') return refuse("Key 'kind' not present or not a String")
      if (sent['rrsets'] !== undefined) return refuse('RRsets are not taken.')
      const made = { ...sent, id: sent['name'] }
      zones.set(sent['name'], made)
      names.push(sent['name'])
      return Response.json(made, { status: 201 })
    },
  })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(names.length).toBeGreaterThan(3)
})
