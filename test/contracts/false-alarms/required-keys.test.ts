import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, listOf, note, sent } from '../support/document-parts.ts'

const key = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', format: 'uuid' },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: listOf(note),
      post: { parameters: [key], ...sent(note), ...answer(201, note, { 422: { description: 'Refused' } }) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, note) },
  },
}

it('sends a new idempotency key with each request that is not a repeated one', async () => {
  const made = new Map<string, { readonly body: string; readonly note: { readonly id: string } }>()
  const { findings, summary } = await runContract({
    document,
    phases: ['coverage', 'stateful'],
    async target(request: Request) {
      const { pathname } = new URL(request.url)
      const notes = [...made.values()].map((each) => each.note)
      if (request.method !== 'POST') {
        const [, , id] = pathname.split('/')
        const found = id === undefined ? notes : notes.find((each) => each.id === id)
        return found ? Response.json(found) : new Response(null, { status: 404 })
      }
      const [sentKey, body] = [request.headers.get('idempotency-key') ?? '', await request.text()]
      const before = made.get(sentKey)
      if (before) return Response.json(before.note, { status: before.body === body ? 201 : 422 })
      const title = titleIn(body)
      if (title === undefined || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(sentKey))
        return new Response(null, { status: 400 })
      const created = { id: `n${String(made.size + 1)}`, title }
      made.set(sentKey, { body, note: created })
      return Response.json(created, { status: 201 })
    },
  })
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([])
  expect(summary.covered).toBe(summary.operations)
})

function titleIn(body: string): string | undefined {
  try {
    const { title } = JSON.parse(body) as { readonly title?: unknown }
    return typeof title === 'string' && title !== '' && [...title].length <= 30 ? title : undefined
  } catch {
    return undefined
  }
}
