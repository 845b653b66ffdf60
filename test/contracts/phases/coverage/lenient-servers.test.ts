import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock } from '../../../../mock/index.ts'
import { amendingTarget, type Body } from '../../support/amending-target.ts'
import { answer, query, sent } from '../../support/document-parts.ts'

const number = { type: 'number', minimum: 0, maximum: 1000 }
const fresh = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'price', 'stock'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 40 },
    price: number,
    stock: { type: 'integer', minimum: 0, default: 0 },
  },
}
const book = {
  type: 'object',
  required: ['id', 'title', 'price', 'stock'],
  properties: { id: { type: 'integer' }, ...fresh.properties },
}
const document = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 20 }, { required: true }),
        ],
        ...answer(200, { type: 'array', items: book }),
      },
      post: { operationId: 'addBook', ...sent(fresh), ...answer(201, book) },
    },
  },
}

/** The findings on a server that fills in defaults and amends bodies before it validates them. */
async function findingsWith(amend: (body: Body) => Body): Promise<readonly string[]> {
  const target = amendingTarget(await createMock({ document }), {
    query: (given) => {
      if (!given.has('limit')) given.set('limit', '20')
    },
    body: (body) => amend({ stock: 0, ...body }),
  })
  const { findings } = await runContract({ document, phases: ['coverage'], target })
  return findings.map(({ severity, message }) => `${severity} ${message}`).sort()
}

it('does not report what is required but has a default', async () => {
  expect(await findingsWith((body) => body)).toEqual([])
})

it('says that a server converts values to the declared type', async () => {
  const findings = await findingsWith((body) => {
    const isText = typeof body['price'] === 'string' && /^[\d.]+$/.test(body['price'])
    const title = Array.isArray(body['title']) ? (body['title'] as readonly unknown[])[0] : body['title']
    return { ...body, title, ...(isText && { price: Number(body['price']) }) }
  })
  expect(findings).toEqual([
    expect.stringMatching(
      /^warning .*price = "[\d.]+", a string .*; got 201 with price = [\d.]+ in the response: the server/,
    ),
    expect.stringMatching(
      /^warning .*title = \["\w+"\], an array .*; got 201 with title = "\w+" in the response: the server/,
    ),
  ])
})

it('says that a server leaves out properties that are not allowed', async () => {
  const names = new Set(['title', 'price', 'stock'])
  const findings = await findingsWith((body) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name))),
  )
  expect(findings).toEqual(
    ['Title', 'unexpectedProperty'].map((name) =>
      expect.stringMatching(
        `^warning .*got 201 with no ${name} in the response: the server leaves out properties that`,
      ),
    ),
  )
})
