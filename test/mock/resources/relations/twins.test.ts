import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

const pet = object({ id: integer, name: text })
const stock = object({ petId: integer, quantity: { ...integer, minimum: 0, maximum: 99 } })
const at = (name: string): object => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] })
const missing = { 404: { description: 'There is none.' } }

function answerOrMissing(schema: object): object {
  return { responses: { 200: { description: 'Done', ...json(schema) }, ...missing } }
}

/** Pets, and the stock of each, with these operations on one stock. */
const shopOf = (operations: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/pets': {
      get: answer(200, list(pet)),
      post: { requestBody: { required: true, ...json(object({ name: text })) }, ...answer(201, pet) },
    },
    '/pets/{id}': {
      ...at('id'),
      get: answerOrMissing(pet),
      delete: { responses: { 204: { description: 'Gone.' }, ...missing } },
    },
    '/pets/{id}/copy': { ...at('id'), post: answer(201, pet) },
    '/stocks': { get: answer(200, list(stock)) },
    '/stocks/{petId}': { ...at('petId'), get: answerOrMissing(stock), ...operations },
  },
})

const change = { requestBody: { required: true, ...json(object({ quantity: integer })) } }
const changed = { put: { ...change, ...answerOrMissing(stock) } }

async function openShop(operations: object): Promise<Send> {
  return clientOf(await createMock({ document: shopOf(operations), selfCheck: true }))
}

async function createPet(send: Send): Promise<string> {
  const { id } = (await send('POST', '/pets', { name: 'Luna' })).body as { readonly id: number }
  return String(id)
}

it('creates with a record the one of another resource that shares its id and is never created by itself', async () => {
  const send = await openShop(changed)
  const id = await createPet(send)
  expect(await send('GET', `/stocks/${id}`)).toMatchObject({ status: 200, body: { petId: Number(id) } })
  expect((await send('PUT', `/stocks/${id}`, { quantity: 7 })).body).toEqual({
    petId: Number(id),
    quantity: 7,
  })
})

it('creates one with a copy as well', async () => {
  const send = await openShop(changed)
  const { id } = (await send('POST', `/pets/${await createPet(send)}/copy`)).body as { readonly id: number }
  expect(await send('GET', `/stocks/${id}`)).toMatchObject({ status: 200, body: { petId: id } })
})

it('deletes it with the record', async () => {
  const send = await openShop(changed)
  const id = await createPet(send)
  await send('DELETE', `/pets/${id}`)
  expect((await send('GET', `/stocks/${id}`)).status).toBe(404)
})

it('creates none that clients put there or remove themselves', async () => {
  const send = await openShop({
    put: { ...change, responses: { 201: { description: 'Created.', ...json(stock) } } },
    delete: { responses: { 204: { description: 'Gone.' }, ...missing } },
  })
  const id = await createPet(send)
  expect((await send('GET', `/stocks/${id}`)).status).toBe(404)
  expect((await send('PUT', `/stocks/${id}`, { quantity: 7 })).status).toBe(201)
})

it('keeps to what the contract test expects of such resources', async () => {
  const document = shopOf(changed)
  const { findings } = await runContract({ document, target: await createMock({ document }) })
  expect(findings.map(({ message }) => message)).toEqual([])
})
