import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const idOf = (prefix: string): object => ({ type: 'string', pattern: `^${prefix}_[a-z0-9]{8}$` })
const shown = { type: 'object', required: ['id', 'name'], properties: { id: idOf('emp'), name: text } }
const claim = object({
  id: idOf('clm'),
  title: text,
  employee: { ...shown, readOnly: true },
  approved_by: { ...shown, readOnly: true },
  organizer_id: { ...idOf('emp'), readOnly: true },
})
const sent = object({ title: text })
const at = (path: string, prefix: string, operations: object): object => ({
  [path]: { parameters: [{ name: 'id', in: 'path', required: true, schema: idOf(prefix) }], ...operations },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Claims', version: '1' },
  paths: {
    '/me': { get: answer(200, object({ id: idOf('emp'), name: text, unread: integer })) },
    '/me/claims': {
      get: answer(200, list(ref('Claim'))),
      post: { requestBody: json(sent), ...answer(201, ref('Claim')) },
    },
    '/employees': {
      get: answer(200, list(ref('Employee'))),
      post: { requestBody: json(ref('Employee')), ...answer(201, ref('Employee')) },
    },
    ...at('/employees/{id}', 'emp', { get: answer(200, ref('Employee')) }),
    '/claims': { get: answer(200, list(ref('Claim'))) },
    ...at('/claims/{id}', 'clm', { get: answer(200, ref('Claim')), delete: answer(204) }),
    ...at('/employees/{id}/goals', 'emp', {
      get: answer(200, list(ref('Goal'))),
      post: { requestBody: json(sent), ...answer(201, ref('Goal')) },
    }),
    ...at('/goals/{id}', 'gol', { get: answer(200, ref('Goal')), delete: answer(204) }),
  },
  components: {
    schemas: {
      Claim: claim,
      Goal: object({ id: idOf('gol'), title: text, employee_id: { ...idOf('emp'), readOnly: true } }),
      Employee: object({
        id: { ...idOf('emp'), readOnly: true },
        first_name: text,
        last_name: text,
        level: text,
      }),
    },
  },
}

interface Person {
  readonly id: string
  readonly name: string
}
interface Employee {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
}
interface Claim {
  readonly id: string
  readonly employee: Person
  readonly approved_by: Person
  readonly organizer_id: string
}
const sendTo = async (): Promise<Send> => clientOf(await createMock({ document, selfCheck: true }))
const read = async <T>(send: Send, path: string): Promise<T> => (await send('GET', path)).body as T
const people = async (send: Send): Promise<readonly Person[]> =>
  (await read<readonly Employee[]>(send, '/employees')).map((each) => ({
    id: each.id,
    name: `${each.first_name} ${each.last_name}`,
  }))

describe('ids with a prefix of their own', () => {
  it('tell what an object shows, and the name of who has a first and a last one', async () => {
    const send = await sendTo()
    const known = await people(send)
    for (const { employee, approved_by: approver } of await read<readonly Claim[]>(send, '/claims'))
      for (const person of [employee, approver]) expect(known).toContainEqual(person)
  })

  it('tell what an id refers to', async () => {
    const send = await sendTo()
    const known = (await people(send)).map(({ id }) => id)
    for (const { organizer_id: id } of await read<readonly Claim[]>(send, '/claims'))
      expect(known).toContain(id)
  })

  it('tell that the current user is one of the employees', async () => {
    const send = await sendTo()
    const { id, name } = await read<Person>(send, '/me')
    expect(await people(send)).toContainEqual({ id, name })
  })
})

describe('what the current user creates below /me', () => {
  it('is among all such records, and that of the user', async () => {
    const send = await sendTo()
    const { id, name } = await read<Person>(send, '/me')
    const created = (await send('POST', '/me/claims', { title: 'Train' })).body as unknown as Claim
    expect(created.employee).toEqual({ id, name })
    expect(await read(send, `/claims/${created.id}`)).toEqual(created)
    expect(await read(send, '/claims')).toContainEqual(created)
    const own = await read<readonly Claim[]>(send, '/me/claims')
    expect(own).toContainEqual(created)
    expect(own.every(({ employee }) => employee.id === id)).toBe(true)
  })

  it('is not what is created below another one', async () => {
    const send = await sendTo()
    const me = await read<Person>(send, '/me')
    const other = (await people(send)).find(({ id }) => id !== me.id)
    const { body } = await send('POST', `/employees/${String(other?.id)}/goals`, { title: 'Learn' })
    expect(body).toMatchObject({ employee_id: other?.id })
  })
})
