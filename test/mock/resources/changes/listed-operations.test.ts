import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, json, list, object, ref, text } from '../document-parts.ts'

const lamp = object({ key: text, name: text, isOn: { type: 'boolean' }, rooms: list(text) })
const operation = {
  type: 'object',
  required: ['op', 'path', 'value'],
  properties: { op: text, path: text, value: { type: 'object' } },
}

/** Neither media type nor enum says that the bodies are JSON Patches, and the generator knew no type for any value. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/lamps': collection('Lamp', lamp),
    '/lamps/{lampKey}': {
      parameters: [{ name: 'lampKey', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Lamp')),
      patch: { requestBody: json(list(operation)), ...answer(200, ref('Lamp')) },
    },
    '/lamps/{lampKey}/settings': {
      parameters: [{ name: 'lampKey', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Settings')),
      patch: {
        requestBody: json({ type: 'object', properties: { comment: text, patch: list(operation) } }),
        ...answer(200, ref('Settings')),
      },
    },
  },
  components: {
    schemas: {
      Lamp: lamp,
      Settings: object({ brightness: { type: 'integer' }, colour: object({ name: text }) }),
    },
  },
}

describe('a JSON Patch that only its operations tell', () => {
  let send: Send

  beforeEach(async () => {
    send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    await send('POST', '/lamps', { key: 'desk', name: 'Desk', isOn: false, rooms: ['study'] })
  })

  it('changes the record, with values of any type', async () => {
    const patched = await send('PATCH', '/lamps/desk', [
      { op: 'replace', path: '/isOn', value: true },
      { op: 'add', path: '/rooms/-', value: 'hall' },
    ])
    const wanted = { key: 'desk', name: 'Desk', isOn: true, rooms: ['study', 'hall'] }
    expect(patched).toMatchObject({ status: 200, body: wanted })
    expect((await send('GET', '/lamps/desk')).body).toEqual(wanted)
  })

  it('may be beside other members', async () => {
    const patch = [{ op: 'replace', path: '/colour/name', value: 'amber' }]
    await send('PATCH', '/lamps/desk/settings', { comment: 'warmer', patch })
    expect((await send('GET', '/lamps/desk/settings')).body).toMatchObject({ colour: { name: 'amber' } })
  })
})
