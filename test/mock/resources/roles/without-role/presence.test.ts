import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, collection, integer, object, ref, text } from '../../document-parts.ts'

const path = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })
const silent = { 204: { description: 'It is there' }, 404: { description: 'It is not' } }
const switched = {
  get: { responses: silent },
  put: { responses: silent },
  delete: { responses: silent },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Trails', version: '1' },
  paths: {
    '/trails': collection('Trail', object({ name: text })),
    '/trails/{id}': { parameters: [path('id', integer)], get: answer(200, ref('Trail')) },
    '/trails/{id}/pin': { parameters: [path('id', integer)], ...switched },
    '/watched/{region}/{code}': {
      parameters: [path('region', text), path('code', text)],
      ...switched,
    },
  },
  components: { schemas: { Trail: object({ id: { ...integer, readOnly: true }, name: text }) } },
}

describe('a path whose status alone tells whether it was put there', () => {
  let send: Send
  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })
  const status = async (method: string, at: string): Promise<number> => (await send(method, at)).status

  it.each(['/trails/1/pin', '/watched/north/a%2Fb'])(
    '%s: 404 before a PUT and after a DELETE',
    async (at) => {
      expect(await status('GET', at)).toBe(404)
      expect(await status('PUT', at)).toBe(204)
      expect(await status('GET', at)).toBe(204)
      expect(await status('DELETE', at)).toBe(204)
      expect(await status('GET', at)).toBe(404)
    },
  )

  it('differs for each value of its parameters', async () => {
    await send('PUT', '/watched/north/a')
    expect(await status('GET', '/watched/north/b')).toBe(404)
    expect(await status('GET', '/watched/north/a')).toBe(204)
  })

  it('cannot be put below a record that does not exist', async () => {
    expect(await status('PUT', '/trails/9999/pin')).toBe(404)
  })
})
