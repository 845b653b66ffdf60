import { expect, it } from 'vitest'
import type { JsonObject } from '../../../../spec/json.ts'
import { all, textIn, tracker } from '../tracker.ts'

it('ids that begin with that of another record count within it', async () => {
  const send = await tracker({ world: 'empty' })
  const { id: reporterId = '' } = (await send('POST', '/users', { name: 'Ada' })).body as JsonObject
  for (const key of ['WEB', 'APP']) await send('POST', '/projects', { key, name: key })
  const made = async (project: string): Promise<readonly unknown[]> => {
    const { body } = await send('POST', `/projects/${project}/tickets`, { title: 'Leak', reporterId })
    const { key, number, projectKey } = body as JsonObject
    return [key, number, projectKey]
  }
  expect(await made('WEB')).toEqual(['WEB-1', 1, 'WEB'])
  expect(await made('APP')).toEqual(['APP-1', 1, 'APP'])
  expect(await made('WEB')).toEqual(['WEB-2', 2, 'WEB'])
})

it('seeded ones are numbered from 1 in records that exist', async () => {
  const send = await tracker()
  const projects = (await all(send, '/projects')).map(({ key }) => key)
  const tickets = await all(send, '/tickets')
  for (const ticket of tickets) {
    expect(projects).toContain(ticket['projectKey'])
    expect(ticket['key']).toBe(`${textIn(ticket, 'projectKey')}-${Number(ticket['number'])}`)
  }
  const first = tickets.filter(({ projectKey }) => projectKey === tickets[0]?.['projectKey'])
  expect(first.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual(
    first.map((_, index) => index + 1),
  )
})

it('seeded members are users that exist, by the names that they have', async () => {
  const send = await tracker()
  const users = new Map((await all(send, '/users')).map(({ id, name }) => [id, name]))
  const [project] = await all(send, '/projects')
  const members = await all(send, `/projects/${textIn(project, 'key')}/members`)
  expect(members.length).toBeGreaterThan(1)
  for (const { userId = '', person } of members) expect(person).toBe(users.get(userId))
})

it('a PUT that adds or changes a member adds those who are users', async () => {
  const send = await tracker()
  const { id } = (await send('POST', '/users', { name: 'Ada' })).body as { readonly id: string }
  const [project] = await all(send, '/projects')
  const path = `/projects/${textIn(project, 'key')}/members`
  const put = async (user: string, role: string): Promise<unknown> => {
    const { status, body } = await send('PUT', `${path}/${user}`, { role })
    return status === 200 ? body : status
  }
  expect(await put(id, 'guest')).toEqual({ userId: id, person: 'Ada', role: 'guest' })
  expect(await put(id, 'lead')).toMatchObject({ role: 'lead' })
  expect((await all(send, path)).filter(({ userId }) => userId === id)).toHaveLength(1)
  expect(await put('nobody', 'guest')).toBe(404)
})
