import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, kept, sent, text } from '../../../support/document-parts.ts'

const properties = { name: text, note: text }
const needing = (...required: readonly string[]): object => ({ type: 'object', required, properties })
const shop = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...text, readOnly: true }, ...properties },
}

const documentWith = (changed: object): Record<string, unknown> => ({
  openapi: '3.1.0',
  info: { title: 'Shops', version: '1' },
  paths: {
    '/shops': { ...kept(shop), post: { ...sent(needing('name')), ...answer(201, shop) } },
    '/shops/{id}': { ...at('id'), get: answer(200, shop), put: { ...sent(changed), ...answer(200, shop) } },
  },
})

/** What a run finds of shops whose PUT keeps what it is not sent. */
async function found(changed: object, document = documentWith(changed)): Promise<readonly string[]> {
  const mock = await createMock({ document, world: 'empty' })
  const target = async (request: Request): Promise<Response> => {
    if (request.method !== 'PUT') return mock.fetch(request)
    const before = (await (await mock.fetch(new Request(request.url))).json()) as object
    const body = JSON.stringify({ ...before, ...((await request.json()) as object) })
    return mock.fetch(new Request(request.url, { method: 'PUT', headers: request.headers, body }))
  }
  const { findings } = await runContract({ document, phases: ['stateful'], target })
  return findings.map(({ message }) => message)
}

describe('a PUT that keeps what it is not sent', () => {
  it('is a partial update where it needs less than a creation', async () => {
    expect(await found(needing())).toEqual([])
  })

  it('is reported where it needs as much', async () => {
    expect(await found(needing('name'))).toContainEqual(
      expect.stringContaining('which the replacement omits'),
    )
  })
})

it('a replacement that is said to reset what it omits empties lists that every record has', async () => {
  const tags = { type: 'array', items: text }
  const sent = (description: string, required: readonly string[]): Record<string, unknown> => {
    const all = { type: 'object', properties: { name: text, tags } }
    const one = { ...all, required, properties: { id: { ...text, readOnly: true }, ...all.properties } }
    const changed = {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { ...all, required: ['name'] } } },
      },
    }
    const put = { description, ...changed, ...answer(200, one) }
    return {
      ...documentWith(all),
      paths: {
        '/shops': { ...kept(one), post: { ...changed, ...answer(201, one) } },
        '/shops/{id}': { ...at('id'), get: answer(200, one), put },
      },
    }
  }
  const reset = 'Replaces it; what is left out is reset.'
  const required = ['id', 'name', 'tags']
  expect(await found({}, sent(reset, required))).toContainEqual(
    expect.stringContaining('no tags, which the replacement omits'),
  )
  expect(await found({}, sent('Replaces it.', required))).toEqual([])
})

it('a replacement below an owner may leave out the owner’s id, which its path has', async () => {
  const page = {
    type: 'object',
    properties: { id: { ...text, readOnly: true }, shopId: text, title: text },
  }
  const document = {
    ...documentWith(needing('name')),
    paths: {
      ...(documentWith(needing('name'))['paths'] as object),
      '/shops/{shopId}/pages': { ...at('shopId'), ...kept(page) },
      '/shops/{shopId}/pages/{id}': {
        ...at('shopId', 'id'),
        get: answer(200, page),
        put: { ...sent(page), ...answer(200, page) },
      },
    },
  }
  const target = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({ document, phases: ['stateful'], target })
  expect(findings.map(({ message }) => message)).toEqual([])
})
