import { expect, it } from 'vitest'
import type { RunEvent } from '../../../contracts/events.ts'
import { runContract } from '../../../contracts/index.ts'
import { answer, sent, text } from '../support/document-parts.ts'

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
