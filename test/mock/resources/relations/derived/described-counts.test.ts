import { expect, it } from 'vitest'
import type { JsonObject } from '../../../../../spec/json.ts'
import type { Send } from '../../../client.ts'
import { all, textIn, tracker } from '../../tracker.ts'

const at = async (send: Send, path: string): Promise<JsonObject> =>
  (await send('GET', path)).body as JsonObject

async function reported(send: Send, sent: object): Promise<JsonObject> {
  return (await send('POST', '/projects/WEB/tickets', { title: 'Leak', ...sent })).body as JsonObject
}

async function project(): Promise<{ readonly send: Send; readonly ada: string; readonly lin: string }> {
  const send = await tracker({ world: 'empty' })
  const [ada, lin] = await Promise.all(
    ['Ada', 'Lin'].map(async (name) =>
      textIn((await send('POST', '/users', { name })).body as JsonObject, 'id'),
    ),
  )
  await send('POST', '/projects', { key: 'WEB', name: 'Web' })
  return { send, ada: ada ?? '', lin: lin ?? '' }
}

it('a number counts the records that are assigned to a person, apart from those that the person has reported', async () => {
  const { send, ada, lin } = await project()
  await reported(send, { reporterId: ada, assigneeId: lin })
  await reported(send, { reporterId: ada })
  expect(await at(send, `/users/${ada}`)).toMatchObject({ openTickets: 0, reported: 2 })
  expect(await at(send, `/users/${lin}`)).toMatchObject({ openTickets: 1, reported: 0 })
})

it('a number counts the records that are not in a state', async () => {
  const { send, ada, lin } = await project()
  const ticket = await reported(send, { reporterId: ada, assigneeId: lin })
  await send('POST', `/tickets/${textIn(ticket, 'key')}/finish`)
  expect(await at(send, `/users/${lin}`)).toMatchObject({ openTickets: 0 })
  await reported(send, { reporterId: ada })
  expect(await at(send, '/projects/WEB/stats')).toEqual({ unfinished: 1 })
})

it('a number counts the records that the path of a list calls by a name of their own', async () => {
  const { send, ada } = await project()
  const ticket = await reported(send, { reporterId: ada })
  await reported(send, { reporterId: ada, parentKey: textIn(ticket, 'key') })
  expect(await at(send, `/tickets/${textIn(ticket, 'key')}`)).toMatchObject({ subtaskCount: 1 })
  expect(await all(send, `/tickets/${textIn(ticket, 'key')}/subtasks`)).toHaveLength(1)
})

it('a number is the sum of what only one kind of records has', async () => {
  const { send, ada } = await project()
  const ticket = await reported(send, { reporterId: ada })
  expect(ticket).toMatchObject({ minutesSpent: 0 })
  for (const minutes of [20, 30]) await send('POST', `/tickets/${textIn(ticket, 'key')}/entries`, { minutes })
  expect(await at(send, `/tickets/${textIn(ticket, 'key')}`)).toMatchObject({ minutesSpent: 50 })
})

it('seeded numbers agree with the records', async () => {
  const send = await tracker()
  const tickets = await all(send, '/tickets')
  for (const { id, openTickets } of await all(send, '/users'))
    expect(openTickets).toBe(
      tickets.filter(({ assigneeId, status }) => assigneeId === id && status !== 'done').length,
    )
})
