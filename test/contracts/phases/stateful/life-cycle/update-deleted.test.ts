import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'

const change = { type: 'object', properties: { title: { ...text, minLength: 1, maxLength: 30 } } }
const note = {
  type: 'object',
  properties: { id: { ...text, readOnly: true }, ...change.properties, colour: text },
}

type Note = Readonly<Record<string, unknown>>

/** Findings about notes that a PUT with such a summary brings back after they were deleted. */
async function findingsOf(summary: string): Promise<readonly string[]> {
  const notes = new Map<string, Note>()
  let last = 0
  const { findings } = await runContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'Notes', version: '1' },
      paths: {
        '/notes': { get: listOf(note), post: { ...sent(note), ...answer(201, note) } },
        '/notes/{id}': {
          ...at('id'),
          get: answer(200, note),
          put: { summary, ...sent(change), ...answer(200, note) },
          delete: gone,
        },
      },
    },
    phases: ['stateful'],
    only: 'stateful/notes/life',
    async target(request: Request) {
      const id = new URL(request.url).pathname.split('/')[2] ?? String((last += 1))
      const before = notes.get(id)
      if (request.method === 'POST' || request.method === 'PUT') {
        const after = { ...before, ...((await request.json()) as Note), id }
        notes.set(id, after)
        return Response.json(after, { status: request.method === 'POST' ? 201 : 200 })
      }
      if (request.url.endsWith('/notes')) return Response.json([...notes.values()])
      if (!before) return new Response(null, { status: 404 })
      if (request.method === 'GET') return Response.json(before)
      notes.delete(id)
      return new Response(null, { status: 204 })
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('a deleted record that can be changed is reported', async () => {
  expect(await findingsOf('Change a note')).toEqual([
    expect.stringMatching(/^deleted-gone: .*404 or 410 for updating the deleted record; got 200/),
  ])
})

it.each(['Add or update a note', 'Creates the note if it does not exist'])(
  'a PUT may create the record again if the document says so: %s',
  async (summary) => {
    expect(await findingsOf(summary)).toEqual([])
  },
)
