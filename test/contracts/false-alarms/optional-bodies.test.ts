import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, at, gone, listOf, note, sent, text } from '../support/document-parts.ts'

const shown = { ...note, properties: { ...note.properties, size: { type: 'integer' }, colour: text } }
const changes = {
  type: 'object',
  properties: { title: { ...text, minLength: 1, maxLength: 30 }, size: { type: 'integer' } },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { get: listOf(shown), post: { ...sent(shown), ...answer(201, shown) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, shown),
      patch: { operationId: 'change', ...sent(changes), ...answer(200, shown) },
      delete: gone,
    },
  },
}

/** The findings, as `severity check`, on a server that reads the bodies of one method with `read`. */
async function findingsOf(
  method: string,
  read: (text: string, type: string) => string,
): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['coverage'],
    target: async (request: Request) => {
      if (request.method !== method) return mock.fetch(request)
      const given = await request.clone().text()
      const body = read(given, request.headers.get('content-type') ?? '')
      if (body === given) return mock.fetch(request)
      const headers = { 'content-type': 'application/json' }
      return mock.fetch(new Request(request.url, { method, headers, body }))
    },
  })
  return [...new Set(findings.map(({ severity, check }) => `${severity} ${check}`))].sort()
}

it('warns only if a body that is absent, or of an unknown type, is read as an empty one', async () => {
  const findings = await findingsOf('PATCH', (body, type) =>
    body && type === 'application/json' ? body : '{}',
  )
  expect(findings).toEqual(['warning invalid-refused', 'warning unsupported-media-type'])
})

it('warns only if null for an optional property is read as if the property were absent', async () => {
  const findings = await findingsOf('POST', (body) => body.replace(/"size":null,?/, '').replace(/,\}$/, '}'))
  expect(findings).toEqual(['warning invalid-refused'])
})

it('reports null for an optional property that becomes another value', async () => {
  expect(await findingsOf('POST', (body) => body.replace('"size":null', '"size":0'))).toContain(
    'error invalid-refused',
  )
})
