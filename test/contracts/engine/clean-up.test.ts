import { expect, it } from 'vitest'
import { recordContract, runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, at, gone, kept, note } from '../support/document-parts.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': kept(note),
    '/notes/{id}': { ...at('id'), get: answer(200, note), delete: gone },
  },
}

/** How often the run tries to delete each record of a service that deletes none. */
async function attempts(): Promise<ReadonlyMap<string, number>> {
  const mock = await createMock({ document, world: 'empty' })
  const tried = new Map<string, number>()
  await runContract({
    document,
    phases: ['coverage'],
    include: ['POST /notes'],
    target: (request: Request) => {
      if (request.method !== 'DELETE') return mock.fetch(request)
      tried.set(request.url, (tried.get(request.url) ?? 0) + 1)
      return Response.json({ message: 'Kept' }, { status: 409 })
    },
  })
  return tried
}

it('tries to delete a record that stays once in each clean-up', async () => {
  const counts = [...(await attempts()).values()]
  expect(counts.length).toBeGreaterThan(0)
  expect(Math.max(...counts)).toBe(2)
})

it('names a record with an empty id that stays', async () => {
  const mock = await createMock({ document, world: 'empty' })
  const { notes } = await recordContract({
    document,
    phases: ['examples'],
    target: async (request: Request) => {
      if (request.method === 'POST') return Response.json({ id: '', title: 'Empty' }, { status: 201 })
      return mock.fetch(request)
    },
  })
  expect(notes).toContainEqual(expect.stringMatching(/of \/notes created by this run .*: ""/))
})
