import { describe, expect, it } from 'vitest'
import { createMock, ok, type MockOptions } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'

const broken: MockOptions = { behaviours: { getPet: () => ok(200, { id: 'seven', name: '' }) } }

describe('self-check', () => {
  it('reports a response that violates the document', async () => {
    const errors: unknown[] = []
    const mock = await createMock({ ...broken, selfCheck: 'report', onError: (error) => errors.push(error) })
    const answer = await clientOf(mock)('GET', '/pets/1')
    expect(answer.body).toEqual({ id: 'seven', name: '' })
    expect(answer.header('x-stablehand-breach')).toBe(
      'body /categoryId required, body /name minLength, body /id type',
    )
    expect(String(errors[0])).toContain('The 200 response of getPet violates the document:')
  })

  it('replaces an invalid response with an error in strict mode', async () => {
    const mock = await createMock({ ...broken, selfCheck: 'throw' })
    await expect(clientOf(mock)('GET', '/pets/1')).rejects.toThrow('/name')
  })

  it('leaves a valid response unchanged', async () => {
    const mock = await createMock({ selfCheck: 'report' })
    expect((await clientOf(mock)('GET', '/pets/1')).header('x-stablehand-breach')).toBeUndefined()
  })

  it('is on by default in tests and can be switched off', async () => {
    const errors: unknown[] = []
    const onError = (error: unknown): unknown => errors.push(error)
    expect(
      (await clientOf(await createMock({ ...broken, onError }))('GET', '/pets/1')).header(
        'x-stablehand-breach',
      ),
    ).toBeDefined()
    const unchecked = await createMock({ ...broken, onError, selfCheck: false })
    expect((await clientOf(unchecked)('GET', '/pets/1')).header('x-stablehand-breach')).toBeUndefined()
    expect(errors).toHaveLength(1)
  })

  it('accepts any content type where the document declares none', async () => {
    const get = {
      responses: { 200: { description: 'ok', content: { '*': { schema: { type: 'string' } } } } },
    }
    const document = { openapi: '3.1.0', info: { title: 'Odd', version: '1' }, paths: { '/odd': { get } } }
    const mock = await createMock({ document, selfCheck: 'throw' })
    const { header, body } = await clientOf(mock)('GET', '/odd')
    expect([header('content-type'), typeof body]).toEqual(['application/json', 'string'])
  })

  it('ignores injected faults', async () => {
    const mock = await createMock({
      selfCheck: 'throw',
      faults: { '*': [{ kind: 'invalid' }, { kind: 'malformed' }] },
    })
    expect((await clientOf(mock)('GET', '/pets/1')).status).toBe(200)
  })
})
