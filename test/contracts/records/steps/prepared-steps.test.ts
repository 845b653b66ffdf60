import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock, ok, refuse, type Behaviour } from '../../../../mock/index.ts'
import { answer, at, listOf, sent, text } from '../../support/document-parts.ts'

const event = {
  type: 'object',
  required: ['id', 'title', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    status: { enum: ['draft', 'published'], readOnly: true },
  },
}
const ticket = {
  type: 'object',
  required: ['id', 'event_id', 'name'],
  properties: { id: { ...text, readOnly: true }, event_id: { ...text, readOnly: true }, name: text },
}
const hold = {
  type: 'object',
  required: ['id', 'event_id', 'ticket_id', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    event_id: { ...text, readOnly: true },
    ticket_id: text,
    status: { enum: ['active', 'released'], readOnly: true },
  },
}
const conflict = { 409: { description: 'Not in this state' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Events', version: '1' },
  paths: {
    '/events': { get: listOf(event), post: { ...sent(event), ...answer(201, event) } },
    '/events/{id}': { ...at('id'), get: answer(200, event) },
    '/events/{id}/publish': {
      ...at('id'),
      post: {
        description: 'Only a draft that has at least one ticket can be published.',
        ...answer(200, event, conflict),
      },
    },
    '/events/{id}/tickets': {
      ...at('id'),
      get: listOf(ticket),
      post: { ...sent(ticket), ...answer(201, ticket) },
    },
    '/events/{id}/holds': {
      ...at('id'),
      get: listOf(hold),
      post: { operationId: 'hold', ...sent(hold), ...answer(201, hold, conflict) },
    },
    '/holds/{hold}': { ...at('hold'), get: answer(200, hold) },
    '/holds/{hold}/release': {
      ...at('hold'),
      post: {
        operationId: 'release',
        description: 'Only an active hold can be released.',
        ...answer(200, hold, conflict),
      },
    },
  },
}

/** A ticket is held once, for an event that was published, which takes a ticket. */
function holdOnce(): Behaviour {
  const held = new Set<string>()
  return async ({ request, store, next }) => {
    const id = request.path['id'] as string
    const event = await store.collection('/events').get(id)
    if (event?.['status'] !== 'published') return refuse(409, 'not_published', 'The event is not published.')
    const ticket = `${id} ${(request.body as { readonly ticket_id: string }).ticket_id}`
    if (held.has(ticket)) return refuse(409, 'held', 'The ticket is held.')
    held.add(ticket)
    return next()
  }
}

async function run(behaviours: Readonly<Record<string, Behaviour>> = {}): Promise<readonly string[]> {
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    target: await createMock({ document, behaviours: { hold: holdOnce(), ...behaviours } }),
  })
  return findings.map(({ check, operation }) => `${check} ${operation}`)
}

it('prepares the action that a new record needs before others refer to it', async () => {
  expect(await run()).toEqual([])
  const release: Behaviour = async ({ request, store }) => {
    const holds = store.collection('/holds')
    const id = request.path['hold'] as string
    const released = { ...(await holds.get(id)), status: 'released' }
    await holds.put(id, released)
    return ok(200, released)
  }
  expect(await run({ release })).toContain('states release')
})
