import { expect, it } from 'vitest'
import type { RunEvent } from '../../../contracts/events.ts'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, sent, text } from '../support/document-parts.ts'

const settings = { type: 'object', required: ['theme'], properties: { theme: { ...text, maxLength: 20 } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Settings', version: '1' },
  paths: {
    '/settings': { get: answer(200, settings), put: { ...sent(settings), ...answer(200, settings) } },
  },
}

/** The settings after a run, and what it notes of them, if the service responds `until` an event of the run. */
async function check(until?: RunEvent['kind']) {
  const first = { theme: 'plain' }
  let current: unknown = first
  let isGone = false
  const notes: string[] = []
  await runContract({
    document,
    phases: ['stateful'],
    onEvent(event) {
      isGone ||= event.kind === until
      if (event.kind === 'note') notes.push(event.message)
    },
    async target(request: Request) {
      if (isGone) throw new Error('It is gone.')
      if (request.method === 'PUT') current = await request.json()
      return Response.json(current)
    },
  })
  return { isAsBefore: JSON.stringify(current) === JSON.stringify(first), notes }
}

it('what was there before a run is put back after it', async () => {
  expect(await check()).toMatchObject({ isAsBefore: true })
})

it('what cannot be put back, as the service no longer responds, is told', async () => {
  const { isAsBefore, notes } = await check('phase-finished')
  expect(isAsBefore).toBe(false)
  expect(notes).toContainEqual('/settings could not be restored to the state before the run.')
})

it('a record that its list shows with more than itself is as before', async () => {
  const shelf = { type: 'object', properties: { id: text, label: text } }
  const notes: string[] = []
  await runContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'Shelves', version: '1' },
      paths: {
        '/shelves': { get: answer(200, { type: 'array', items: shelf }) },
        '/shelves/{id}': {
          ...at('id'),
          get: answer(200, { type: 'object', properties: { id: text } }),
          patch: { ...sent(shelf), ...answer(200, shelf) },
        },
      },
    },
    phases: ['stateful', 'lifecycle'],
    onEvent(event) {
      if (event.kind === 'note') notes.push(event.message)
    },
    target(request: Request) {
      if (request.method === 'PATCH') return new Response(null, { status: 400 })
      const isList = new URL(request.url).pathname === '/shelves'
      return Response.json(isList ? [{ id: 's1', label: 'top' }] : { id: 's1' })
    },
  })
  expect(notes.filter((note) => note.includes('could not be restored'))).toEqual([])
})
