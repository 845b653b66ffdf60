import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

const ticket = object({
  id: { ...text, readOnly: true },
  status: { enum: ['open', 'closed'] },
  outcome: { type: ['string', 'null'], readOnly: true, description: 'Null unless the status is `closed`.' },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/tickets': {
      get: answer(200, list(ticket)),
      post: { requestBody: json(ticket), responses: { 201: { description: 'Made', ...json(ticket) } } },
    },
  },
}

it('a property is null in the states in which its description says so', async () => {
  const send = clientOf(await createMock({ document }))
  const seeded = (await send('GET', '/tickets')).body as readonly JsonObject[]
  const made = (await send('POST', '/tickets', { status: 'open' })).body as JsonObject
  const open = [...seeded, made].filter(({ status }) => status === 'open')
  expect(open.map(({ outcome }) => outcome)).toEqual(open.map(() => null))
  expect(seeded.some(({ outcome }) => outcome !== null)).toBe(true)
})

it('what has ended in another way is null, as what was withdrawn was not rejected', async () => {
  const claim = object({
    id: { ...text, readOnly: true },
    status: { enum: ['open', 'rejected', 'withdrawn'] },
    ground: { type: ['string', 'null'], readOnly: true, description: 'Null unless it is rejected.' },
  })
  const paths = { '/claims': { get: answer(200, list(claim)) } }
  const document = { openapi: '3.1.0', info: { title: 'Claims', version: '1' }, paths }
  const send = clientOf(await createMock({ document }))
  const claims = (await send('GET', '/claims')).body as readonly JsonObject[]
  expect(claims.some(({ ground }) => ground !== null)).toBe(true)
  for (const { status, ground } of claims) if (ground !== null) expect(status).toBe('rejected')
})

it('a property that is only set in some states is left out in all others', async () => {
  const status = { enum: ['open', 'rejected'] }
  const claim = {
    ...object({
      id: { ...text, readOnly: true },
      status,
      ground: { enum: ['late', 'unfounded'], readOnly: true, description: 'Only set for rejected claims.' },
    }),
    required: ['id', 'status'],
    title: 'Claim',
  }
  const components = { schemas: { Claim: claim } }
  const shown = { $ref: '#/components/schemas/Claim' }
  const paths = {
    '/claims': {
      get: answer(200, list(shown)),
      post: {
        requestBody: json(object({ status })),
        ...answer(201, shown),
      },
    },
  }
  const document = { openapi: '3.1.0', info: { title: 'Claims', version: '1' }, paths, components }
  const send = clientOf(await createMock({ document }))
  expect((await send('POST', '/claims', { status: 'open' })).body).not.toHaveProperty('ground')
  const claims = (await send('GET', '/claims')).body as readonly JsonObject[]
  expect(claims.some(({ ground }) => ground !== undefined)).toBe(true)
  for (const { status, ground } of claims) expect(status === 'open').toBe(ground === undefined)
})
