import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock, ok, type Behaviours } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { answer, at, gone, kept, listOf, note, sent } from '../../support/document-parts.ts'

const number = { type: 'integer', minimum: 0, maximum: 1000 }
const title = { type: 'string', minLength: 1, maxLength: 40 }
const book = {
  type: 'object',
  required: ['id', 'title', 'stock'],
  properties: { id: { type: 'string', readOnly: true }, title, stock: number },
}
const documentWith = (stock: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: listOf(book),
      post: {
        ...sent({ type: 'object', required: ['title'], properties: { title, stock } }),
        ...answer(201, book),
      },
    },
    '/books/{id}': {
      ...at('id'),
      get: answer(200, book),
      patch: { ...sent({ type: 'object', properties: { title, stock } }), ...answer(200, book) },
      delete: { responses: { 204: { description: 'Gone' }, 404: { description: 'None' } } },
    },
  },
})

/** The findings on a server whose PATCH sets the stock to 0 where none is sent. */
async function findingsWith(stock: object, isReset = true): Promise<readonly string[]> {
  const document = documentWith(stock)
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      if (request.method !== 'PATCH' || !isReset) return mock.fetch(request)
      const { method, url, headers } = request
      headers.delete('content-length')
      const body = JSON.stringify({ stock: 0, ...((await request.json()) as object) })
      return mock.fetch(new Request(url, { method, headers, body }))
    },
  })
  return findings.map(({ severity, check, message }) => `${severity} ${check}: ${message}`)
}

it('a PATCH that resets a property to what new records have is an error', async () => {
  expect(await findingsWith(number)).toEqual([
    expect.stringMatching(
      /^error update-visible: .* stock = [1-9]\d*, which the update did not include; got 0\.$/,
    ),
  ])
})

it('it is a warning if the schema of the request has the value as a default', async () => {
  expect(await findingsWith({ ...number, default: 0 })).toEqual([
    expect.stringMatching(/^warning update-visible: .* got 0, the default in the schema of the request\.$/),
  ])
})

it('a PATCH that leaves alone what has a default is fine', async () => {
  expect(await findingsWith({ ...number, default: 0 }, false)).toEqual([])
})

const draftFlag = { type: 'boolean', default: false }
const flaggedNote = { ...note, properties: { ...note.properties, pinned: draftFlag } }
const flagged = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': kept(flaggedNote),
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, flaggedNote),
      patch: {
        ...sent({ type: 'object', properties: { title, pinned: { type: 'boolean' } } }),
        ...answer(200, flaggedNote),
      },
      delete: gone,
    },
  },
}

it('a PATCH that resets a flag to its default where it is omitted is an error', async () => {
  const find = async (behaviours: Behaviours): Promise<readonly string[]> => {
    const target = await createMock({ document: flagged, behaviours })
    const { findings } = await runContract({ document: flagged, phases: ['stateful'], target })
    return findings.map(({ severity, check, message }) => `${severity} ${check}: ${message}`)
  }
  expect(await find({})).toEqual([])
  const found = await find({
    async 'PATCH /notes/{id}'({ request, store, next }) {
      const outcome = await next()
      const { id } = request.path
      if (outcome.kind !== 'ok' || typeof id !== 'string') return outcome
      const record = { ...(outcome.body as JsonObject) }
      if (!Object.hasOwn(request.body as JsonObject, 'pinned')) record['pinned'] = false
      await store.collection('/notes').put(id, record)
      return ok(200, record)
    },
  })
  expect(found).toContainEqual(expect.stringMatching(/^error update-visible: .* pinned = true, which the/))
})

const limit = { type: ['integer', 'null'], minimum: 1, maximum: 1000 }
const coupon = {
  type: 'object',
  required: ['id', 'limit', 'active'],
  properties: { id: { type: 'string', readOnly: true }, limit, active: { type: 'boolean' } },
}
const coupons = {
  openapi: '3.1.0',
  info: { title: 'Coupons', version: '1' },
  paths: {
    '/coupons': {
      get: listOf(coupon),
      post: {
        ...sent({ type: 'object', properties: { limit } }, 'application/json'),
        ...answer(201, coupon),
      },
    },
    '/coupons/{id}': {
      ...at('id'),
      get: answer(200, coupon),
      patch: {
        ...sent({ type: 'object', properties: { active: { type: 'boolean' }, limit }, minProperties: 1 }),
        ...answer(200, coupon),
      },
      delete: gone,
    },
  },
}

it('a PATCH that clears a property where only a flag is sent is an error', async () => {
  const find = async (clears: boolean): Promise<readonly string[]> => {
    const behaviours: Behaviours = {
      async 'PATCH /coupons/{id}'({ request, store, next }) {
        const outcome = await next()
        const { id } = request.path
        if (!clears || outcome.kind !== 'ok' || typeof id !== 'string') return outcome
        const record = { ...(outcome.body as JsonObject) }
        if (!Object.hasOwn(request.body as JsonObject, 'limit')) record['limit'] = null
        await store.collection('/coupons').put(id, record)
        return ok(200, record)
      },
    }
    const target = await createMock({ document: coupons, behaviours })
    const { findings } = await runContract({ document: coupons, only: 'stateful/coupons/life', target })
    return findings.map(({ check, message }) => `${check}: ${message}`)
  }
  expect(await find(false)).toEqual([])
  expect(await find(true)).toEqual([
    expect.stringMatching(/^update-visible: .* limit = \d+, which the update/),
  ])
})
