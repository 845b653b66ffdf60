import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { content, note, query, sent, text } from '../support/document-parts.ts'

const invalid = {
  type: 'object',
  properties: {
    detail: { type: 'array', items: { type: 'object', properties: { msg: text, type: text } } },
  },
}
const unprocessable = {
  422: { description: 'Validation Error', content: content({ $ref: '#/components/schemas/Invalid' }) },
}
const fine = (status: number, schema: object, refusals: object = {}): object => ({
  responses: { [status]: { description: 'Fine', content: content(schema) }, ...refusals },
})
const byId = { name: 'id', in: 'path', required: true, schema: text }

/** Notes that are not found with 404, whose framework declares 422 wherever there is input, with more declared by the author. */
async function severitiesWith(declared: object): Promise<readonly string[]> {
  const document = {
    openapi: '3.0.2',
    info: { title: 'Notes', version: '1' },
    components: { schemas: { Invalid: invalid } },
    paths: {
      '/health': { get: fine(200, text) },
      '/notes': {
        get: {
          parameters: [query('limit', { type: 'integer', minimum: 1, maximum: 50 })],
          ...fine(200, { type: 'array', items: note }, unprocessable),
        },
        post: { ...sent(note), ...fine(201, note, unprocessable) },
      },
      '/notes/{id}': {
        get: { parameters: [byId], ...fine(200, note, { ...unprocessable, ...declared }) },
      },
    },
  }
  const mock = await createMock({ document })
  const target = async (request: Request): Promise<Response> => {
    const response = await mock.fetch(request)
    const isUnknown = response.status === 422 && new URL(request.url).pathname.startsWith('/notes/')
    return isUnknown ? Response.json({ detail: 'Not found' }, { status: 404 }) : response
  }
  const { findings } = await runContract({ document, phases: ['coverage', 'stateful'], target })
  return findings.map(({ severity, check, message }) => `${severity} ${check} ${message.slice(-40)}`)
}

it('only warns about undeclared errors where the framework alone declared the refusal of invalid input', async () => {
  expect(await severitiesWith({})).toEqual([expect.stringMatching(/^warning status-declared .*got 404/)])
})

it('reports them where the author declared an error', async () => {
  expect(await severitiesWith({ 409: { description: 'Locked' } })).toEqual([
    expect.stringMatching(/^error status-declared .*got 404/),
  ])
})
