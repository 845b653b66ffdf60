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
async function found(changed: object): Promise<readonly string[]> {
  const document = documentWith(changed)
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
