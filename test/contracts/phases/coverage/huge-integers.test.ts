import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock } from '../../../../mock/index.ts'
import { answer, at, create, query, read } from '../../support/document-parts.ts'

const whole = { type: 'integer' }
const [id] = at('id').parameters
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        parameters: [query('size', whole)],
        ...answer(200, { type: 'array', items: { type: 'object' } }),
      },
      post: create,
    },
    '/notes/{id}': { parameters: [{ ...id, schema: whole }], get: read },
  },
}

/** The server errors of a mock behind a check of its requests. */
async function errorsWith(overflows: (url: string) => boolean): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['coverage'],
    target: async (request: Request) =>
      overflows(request.url) ? new Response('Overflow', { status: 500 }) : mock.fetch(request),
  })
  return findings.filter(({ check }) => check === 'server-error').map(({ message }) => message)
}

it('reports a server that fails for an integer beyond 64 bits', async () => {
  expect([...(await errorsWith((url) => /\d{20}/.test(url)))].sort()).toEqual([
    expect.stringContaining(
      'GET /notes with 100000000000000000000 in query size: expected the request to be refused',
    ),
    expect.stringContaining('GET /notes/{id} with 100000000000000000000 in path id: expected the request'),
  ])
})

it('reports nothing of a server that has no record with such an id', async () => {
  expect(await errorsWith(() => false)).toEqual([])
})
