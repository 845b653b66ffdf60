import { describe, expect, it } from 'vitest'
import { createMock, ok, type MockOptions } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'

const schema = { type: 'integer' }
const answering = (media: object, operationId: string): object => ({
  operationId,
  responses: { 200: { description: 'ok', content: { 'application/json': media } } },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/shown': { get: answering({ schema, example: 1 }, 'shown') },
    '/made': { get: answering({ schema }, 'made') },
  },
}

async function why(
  method: string,
  path: string,
  options: MockOptions = {},
  prefer = 'explain',
): Promise<string | undefined> {
  const mock = await createMock({ now: '2026-01-01', selfCheck: 'throw', ...options })
  const answer = await clientOf(mock)(method, path, undefined, { prefer })
  expect(answer.header('preference-applied')).toContain('explain')
  return answer.header('x-stablehand-explain')
}

describe('Prefer: explain says that a response is', () => {
  it('an example of the document', async () => {
    expect(await why('GET', '/shown', { document })).toBe(
      'example;operation="shown";schema="#/paths/~1shown/get/responses/200/content/application~1json"',
    )
  })

  it('generated, and from which schema', async () => {
    expect(await why('GET', '/made', { document })).toBe(
      'generated;operation="made";schema="#/paths/~1made/get/responses/200/content/application~1json/schema"',
    )
  })

  it('stored state', async () => {
    expect(await why('GET', '/categories/1')).toBe('record;operation="getCategory"')
  })

  it('from a behaviour', async () => {
    const behaviours = { shown: () => ok(200, 2) }
    expect(await why('GET', '/shown', { document, behaviours })).toBe('rule;operation="shown"')
  })

  it('unchanged by a behaviour', async () => {
    const options: MockOptions = { behaviours: { getCategory: ({ next }) => next() } }
    expect(await why('GET', '/categories/1', options)).toBe('record;operation="getCategory"')
    const shown: MockOptions = { document, behaviours: { shown: async ({ next }) => next() } }
    expect(await why('GET', '/shown', shown)).toMatch(/^example;/)
  })

  it('a fault', async () => {
    expect(await why('GET', '/pets', { faults: { '*': [{ kind: 'status', status: 500 }] } })).toBe(
      'fault;operation="listPets";kind="status";status=500',
    )
    expect(await why('GET', '/categories/1', { faults: { '*': [{ kind: 'malformed' }] } })).toBe(
      'record;operation="getCategory", fault;operation="getCategory";kind="malformed"',
    )
  })

  it('an expectation', async () => {
    const mock = await createMock()
    mock.expect({ operation: 'getPet', status: 404 })
    const answer = await clientOf(mock)('GET', '/pets/1', undefined, { prefer: 'explain' })
    expect(answer.header('x-stablehand-explain')).toBe('expectation;operation="getPet";id=1')
  })

  it('a refusal, with its code', async () => {
    expect(await why('GET', '/pets?limit=0')).toBe('refusal;operation="listPets";code="invalid_request"')
    expect(await why('GET', '/nowhere')).toBe('refusal;code="not_found"')
  })

  it('what the client asked for', async () => {
    expect(await why('GET', '/shown', { document }, 'explain, dynamic')).toMatch(/^generated;/)
  })
})

it('explains nothing without the preference', async () => {
  const answer = await clientOf(await createMock())('GET', '/pets')
  expect(answer.header('x-stablehand-explain')).toBeUndefined()
})
