import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from '../../document-parts.ts'

const at = (name: string): object => ({ parameters: [{ name, in: 'path', required: true, schema: text }] })
const refusals = {
  404: { description: 'Crop or vault not found' },
  409: { description: 'Not enough seeds' },
  422: { description: 'Both vaults must differ' },
}
const refused = (operation: object): object => {
  const { responses } = operation as { readonly responses: object }
  return { ...operation, responses: { ...responses, ...refusals } }
}
const sent = { sku: text, quantity: integer }
const move = object({ ...sent, from_vault_id: text, to_vault_id: text })
const document = {
  openapi: '3.1.0',
  info: { title: 'Seed bank', version: '1' },
  paths: {
    '/crops': collection('Crop', object({ sku: text, name: text, least: integer })),
    '/crops/{sku}': { ...at('sku'), get: answer(200, ref('Crop')) },
    '/crops/{sku}/stock': { ...at('sku'), get: answer(200, list(ref('Stock'))) },
    '/vaults': collection('Vault', object({ name: text })),
    '/vaults/{vault_id}': { ...at('vault_id'), get: answer(200, ref('Vault')) },
    '/vaults/{vault_id}/stock': { ...at('vault_id'), get: answer(200, list(ref('Stock'))) },
    '/counts': {
      get: answer(200, list(ref('Count'))),
      post: refused({
        description: 'Changes the stock of a crop in a vault by a positive or negative quantity.',
        requestBody: json(object({ ...sent, vault_id: text })),
        ...answer(201, ref('Count')),
      }),
    },
    '/transfers': { post: refused({ requestBody: json(move), ...answer(201, ref('Transfer')) }) },
    '/deliveries': {
      get: answer(200, list(ref('Delivery'))),
      post: {
        requestBody: json(object({ vault_id: text, lines: list(object(sent)) })),
        ...answer(201, ref('Delivery')),
      },
    },
    '/deliveries/{id}': { ...at('id'), get: answer(200, ref('Delivery')) },
    '/deliveries/{id}/unload': {
      ...at('id'),
      post: {
        description: 'The quantities of its lines are added to the stock of its vault.',
        ...answer(200, ref('Delivery')),
      },
    },
  },
  components: {
    schemas: {
      Crop: object({
        sku: text,
        name: text,
        least: integer,
        total_stock: { ...integer, readOnly: true },
        is_scarce: {
          type: 'boolean',
          readOnly: true,
          description: 'Whether the total stock is at or below the least',
        },
      }),
      Vault: object({ id: text, name: text, total_units: { ...integer, readOnly: true } }),
      Stock: object({ sku: text, vault_id: text, quantity: { ...integer, minimum: 0 } }),
      Count: object({ id: text, vault_id: text, ...sent }),
      Transfer: object({ id: text, ...sent, from_vault_id: text, to_vault_id: text }),
      Delivery: object({
        id: text,
        vault_id: text,
        lines: list(object(sent)),
        state: { type: 'string', enum: ['expected', 'unloaded'] },
      }),
    },
  },
}

describe('the stock that is listed below each of the records it is of', () => {
  let send: Send
  let north: string
  let south: string

  const post = async (path: string, body?: JsonObject) =>
    (await send('POST', path, body)).body as JsonObject & { readonly id: string }
  const count = async (vault_id: string, quantity: number) =>
    post('/counts', { sku: 'RYE', vault_id, quantity })
  const transfer = async (from: string, to: string, quantity: number) =>
    send('POST', '/transfers', { sku: 'RYE', from_vault_id: from, to_vault_id: to, quantity })
  const stock = async (path: string) => (await send('GET', `${path}/stock`)).body

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    await post('/crops', { sku: 'RYE', name: 'Rye', least: 5 })
    north = (await post('/vaults', { name: 'North' })).id
    south = (await post('/vaults', { name: 'South' })).id
    await count(north, 10)
    await count(north, -2)
  })

  it('is the same in both lists, without an id', async () => {
    const level = { sku: 'RYE', vault_id: north, quantity: 8 }
    expect([await stock('/crops/RYE'), await stock(`/vaults/${north}`)]).toEqual([[level], [level]])
    expect(await stock(`/vaults/${south}`)).toEqual([])
  })

  it('is summed up in what it is of, which tells whether that is little', async () => {
    expect((await send('GET', '/crops/RYE')).body).toMatchObject({ total_stock: 8, is_scarce: false })
    expect((await send('GET', `/vaults/${north}`)).body).toMatchObject({ total_units: 8 })
    await count(north, -3)
    expect((await send('GET', '/crops/RYE')).body).toMatchObject({ total_stock: 5, is_scarce: true })
  })

  it('moves with what takes it from one to another', async () => {
    expect(await transfer(north, south, 3)).toMatchObject({ status: 201 })
    expect(await stock('/crops/RYE')).toMatchObject([
      { vault_id: north, quantity: 5 },
      { vault_id: south, quantity: 3 },
    ])
  })

  it('does not move if there is too little, to where it is, or to nowhere', async () => {
    const moves = [
      await transfer(north, south, 9),
      await transfer(north, north, 1),
      await transfer(north, 'x', 1),
    ]
    expect(moves.map(({ status }) => status)).toEqual([409, 422, 404])
    expect(await stock('/crops/RYE')).toMatchObject([{ vault_id: north, quantity: 8 }])
  })

  it('grows by the lines of what an action adds to it', async () => {
    const { id } = await post('/deliveries', { vault_id: south, lines: [{ sku: 'RYE', quantity: 4 }] })
    await post(`/deliveries/${id}/unload`)
    expect(await stock(`/vaults/${south}`)).toMatchObject([{ sku: 'RYE', quantity: 4 }])
  })
})

it('the stock of what has whole numbers as ids is the same in both lists, too', async () => {
  const place = (name: string): object => ({
    parameters: [{ name, in: 'path', required: true, schema: integer }],
    get: answer(200, list(ref('Level'))),
  })
  const level = { partId: integer, binId: integer, quantity: integer }
  const numbered = {
    openapi: '3.1.0',
    info: { title: 'Parts', version: '1' },
    paths: {
      '/parts': collection('Part', object({ name: text })),
      '/parts/{partId}/levels': place('partId'),
      '/bins': collection('Bin', object({ name: text })),
      '/bins/{binId}/levels': place('binId'),
      '/counts': {
        get: answer(200, list(ref('Count'))),
        post: {
          description: 'Changes the level by a signed quantity.',
          requestBody: json(object(level)),
          ...answer(201, ref('Count')),
        },
      },
    },
    components: {
      schemas: {
        Part: object({ id: integer, name: text }),
        Bin: object({ id: integer, name: text }),
        Level: object(level),
        Count: object({ id: integer, ...level }),
      },
    },
  }
  const send = clientOf(await createMock({ document: numbered, selfCheck: true, world: 'empty' }))
  await send('POST', '/parts', { name: 'Bolt' })
  await send('POST', '/bins', { name: 'A1' })
  const counted = { partId: 1, binId: 1, quantity: 4 }
  for (const quantity of [5, -1]) await send('POST', '/counts', { ...counted, quantity })
  const shown = [await send('GET', '/parts/1/levels'), await send('GET', '/bins/1/levels')]
  expect(shown.map(({ body }) => body)).toEqual([[counted], [counted]])
})
