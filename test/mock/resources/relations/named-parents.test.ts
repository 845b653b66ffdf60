import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, json, list, object, ref, text } from '../document-parts.ts'

const at = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const named = object({ key: text, name: text })
const deletion = { delete: { responses: { 204: { description: 'Gone' }, 404: { description: 'Unknown' } } } }
const item = (...names: readonly string[]) => ({
  ...at(...names),
  get: answer(200, ref('Named')),
  ...deletion,
})

/** Zones are below parks; trees and signs have paths of their own that name both. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Parks', version: '1' },
  paths: {
    '/parks': collection('Named', named),
    '/parks/{parkKey}': item('parkKey'),
    '/parks/{parkKey}/zones': { ...at('parkKey'), ...collection('Named', named) },
    '/parks/{parkKey}/zones/{zoneKey}': item('parkKey', 'zoneKey'),
    '/trees/{parkKey}': { ...at('parkKey'), ...collection('Named', named) },
    '/trees/{parkKey}/{treeKey}': item('parkKey', 'treeKey'),
    '/signs/{parkKey}/{zoneKey}': {
      ...at('parkKey', 'zoneKey'),
      get: answer(200, list(ref('Named'))),
      post: { requestBody: json(named), ...answer(201, ref('Named')) },
    },
    '/signs/{parkKey}/{zoneKey}/{signKey}': item('parkKey', 'zoneKey', 'signKey'),
  },
  components: { schemas: { Named: named } },
}

const oak = { key: 'oak', name: 'Old oak' }

describe('records whose path begins with the ids of others', () => {
  let send: Send

  beforeEach(async () => {
    send = clientOf(await createMock({ document }))
    await send('POST', '/parks', { key: 'north', name: 'North park' })
    await send('POST', '/parks/north/zones', { key: 'hill', name: 'Hill' })
  })

  it('belong to the record of that name, whose list is empty at first', async () => {
    expect((await send('GET', '/trees/north')).body).toEqual([])
    expect((await send('GET', '/signs/north/hill')).body).toEqual([])
    await send('POST', '/trees/north', oak)
    expect((await send('GET', '/trees/north')).body).toEqual([oak])
  })

  it('are not found where it does not exist', async () => {
    expect((await send('GET', '/trees/south')).status).toBe(404)
    expect((await send('GET', '/signs/north/meadow')).status).toBe(404)
    expect((await send('POST', '/trees/south', oak)).status).toBe(404)
  })

  it('are deleted with it', async () => {
    await send('POST', '/trees/north', oak)
    await send('DELETE', '/parks/north')
    expect((await send('GET', '/trees/north/oak')).status).toBe(404)
  })
})
