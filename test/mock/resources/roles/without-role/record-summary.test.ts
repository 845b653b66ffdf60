import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, text } from '../../document-parts.ts'

const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: integer })
const at = { parameters: [inPath('customerId')] }
const customer = object({ id: integer, name: text })
const note = object({ id: integer, text })

/** An API whose customers have a summary with these properties. */
async function customers(summary: object, more: object = {}): Promise<Send> {
  const ticket = object({ id: integer, customerId: integer, ...more })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Help desk', version: '1' },
    paths: {
      '/customers': {
        get: answer(200, list(customer)),
        post: { requestBody: json(object({ name: text })), ...answer(201, customer) },
      },
      '/customers/{customerId}': { ...at, get: answer(200, customer) },
      '/customers/{customerId}/notes': {
        ...at,
        get: answer(200, list(note)),
        post: { requestBody: json(object({ text })), ...answer(201, note) },
      },
      '/customers/{customerId}/summary': { ...at, get: answer(200, object(summary)) },
      '/tickets': {
        get: answer(200, list(ticket)),
        post: { requestBody: json(object({ customerId: integer, ...more })), ...answer(201, ticket) },
      },
      '/tickets/{id}': { parameters: [inPath('id')], get: answer(200, ticket) },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

it('a summary has the id of the record in the path', async () => {
  const send = await customers({ customerId: integer, mood: text })
  for (const id of [1, 2])
    expect((await send('GET', `/customers/${id}/summary`)).body).toMatchObject({ customerId: id })
})

it('a summary that has nothing but properties of the record shows the values of these', async () => {
  const send = await customers({ id: integer, name: text })
  const { body } = await send('POST', '/customers', { name: 'New' })
  const { id } = body as { id: number }
  expect((await send('GET', `/customers/${id}/summary`)).body).toEqual({ id, name: 'New' })
})

it('a summary counts the records that belong to the record', async () => {
  const send = await customers({ noteCount: integer, ticketCount: integer })
  const { body } = await send('POST', '/customers', { name: 'New' })
  const { id } = body as { id: number }
  const summary = `/customers/${id}/summary`
  expect((await send('GET', summary)).body).toEqual({ noteCount: 0, ticketCount: 0 })
  await send('POST', '/tickets', { customerId: id })
  await send('POST', `/customers/${id}/notes`, { text: 'Calls twice a day.' })
  await send('POST', `/customers/${id}/notes`, { text: 'Is right.' })
  expect((await send('GET', summary)).body).toEqual({ noteCount: 2, ticketCount: 1 })
})

it('a summary keeps generated values where its schema rules out the real ones', async () => {
  const send = await customers({
    customerId: { ...integer, maximum: 0 },
    noteCount: { ...integer, minimum: 50 },
  })
  const { customerId, noteCount } = (await send('GET', '/customers/1/summary')).body as Record<string, number>
  expect([Number(customerId) <= 0, Number(noteCount) >= 50]).toEqual([true, true])
})

it('statistics count without a word for it', async () => {
  const send = clientOf(
    await createMock({
      document: {
        openapi: '3.1.0',
        info: { title: 'Help desk', version: '1' },
        paths: {
          '/customers': { get: answer(200, list(customer)) },
          '/customers/{customerId}': { ...at, get: answer(200, customer) },
          '/customers/{customerId}/notes': { ...at, get: answer(200, list(note)) },
          '/customers/{customerId}/statistics': { ...at, get: answer(200, object({ notes: integer })) },
        },
      },
      selfCheck: true,
    }),
  )
  const notes = (await send('GET', '/customers/1/notes')).body as readonly unknown[]
  expect((await send('GET', '/customers/1/statistics')).body).toEqual({ notes: notes.length })
})

it('a summary has the numbers that its descriptions compute from others', async () => {
  const send = await customers({
    noteCount: integer,
    ticketCount: integer,
    contactCount: { ...integer, description: '`noteCount` plus `ticketCount`' },
  })
  const { id } = (await send('POST', '/customers', { name: 'New' })).body as { id: number }
  await send('POST', `/customers/${id}/notes`, { text: 'Is right.' })
  await send('POST', '/tickets', { customerId: id })
  expect((await send('GET', `/customers/${id}/summary`)).body).toMatchObject({ contactCount: 2 })
})

it('a summary counts those in each state in an object of its own', async () => {
  const states = object({ open: integer, no_show: integer, total: integer })
  const send = await customers({ tickets: states }, { state: { enum: ['open', 'no_show'] } })
  const { body } = await send('POST', '/customers', { name: 'New' })
  const { id } = body as { id: number }
  for (const state of ['open', 'no_show', 'no_show'])
    await send('POST', '/tickets', { customerId: id, state })
  expect((await send('GET', `/customers/${id}/summary`)).body).toEqual({
    tickets: { open: 1, no_show: 2, total: 3 },
  })
})

it('a summary has the sum and the mean of those in a state', async () => {
  const revenue = { ...integer, description: 'Sum of the totals of all paid tickets.' }
  const mean = {
    type: ['number', 'null'],
    description: 'revenue / paidTickets; null without paid tickets.',
  }
  const paidTickets = { ...integer, description: 'Number of paid tickets.' }
  const send = await customers(
    { revenue, paidTickets, mean },
    { state: { enum: ['no_show', 'paid'] }, total: integer },
  )
  const { body } = await send('POST', '/customers', { name: 'New' })
  const { id } = body as { id: number }
  const summary = `/customers/${id}/summary`
  expect((await send('GET', summary)).body).toEqual({ revenue: 0, paidTickets: 0, mean: null })
  for (const [state, total] of [
    ['paid', 30],
    ['paid', 20],
    ['no_show', 9],
  ] as const)
    await send('POST', '/tickets', { customerId: id, state, total })
  expect((await send('GET', summary)).body).toEqual({ revenue: 50, paidTickets: 2, mean: 25 })
})
