import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, listOf, number, sent, text } from '../../../support/document-parts.ts'

const draft = { type: 'object', required: ['title'], properties: { title: { ...text, minLength: 1 } } }
const track = {
  type: 'object',
  required: ['id', 'title', 'position', 'plays'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    position: { ...number, readOnly: true },
    plays: { ...number, readOnly: true },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Tracks', version: '1' },
  paths: {
    '/tracks': { get: listOf(track), post: { ...sent(draft), ...answer(201, track) } },
    '/tracks/{id}': {
      ...at('id'),
      get: answer(200, track),
      put: { ...sent(draft), ...answer(200, track) },
      delete: gone,
    },
  },
}

/** The findings of a service that adds one to the property with every PUT. */
async function findingsOf(property: string): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const puts = new Map<string, number>()
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const response = await mock.fetch(request)
    if (request.method === 'PUT' && response.ok) puts.set(pathname, (puts.get(pathname) ?? 0) + 1)
    const headers = new Headers(response.headers)
    for (const name of ['content-length', 'etag']) headers.delete(name)
    if (!response.ok) return response
    if (response.body === null) return new Response(null, { status: response.status, headers })
    const body = (await response.json()) as Record<string, number> | Record<string, number>[]
    const moved = (record: Record<string, number>, path: string): object => ({
      ...record,
      [property]: (record[property] ?? 0) + (puts.get(path) ?? 0),
    })
    const shown = Array.isArray(body)
      ? body.map((track) => moved(track, `/tracks/${String(track['id'])}`))
      : moved(body, pathname)
    return Response.json(shown, { status: response.status, headers })
  }
  const { findings } = await runContract({ document, target, phases: ['stateful'] })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('reports a record that moves in its list when it is replaced with the same content', async () => {
  expect(await findingsOf('position')).toContainEqual(
    expect.stringMatching(/^repeat-put: .*position from \d+ to \d+/),
  )
})

it('accepts that other numbers assigned by the server change', async () => {
  expect(await findingsOf('plays')).toEqual([])
})
