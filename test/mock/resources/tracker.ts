import { createMock, type MockOptions } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { answer, integer, json, list, object, ref, text } from './document-parts.ts'

const inPath = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const maybe = { type: ['string', 'null'] }
const described = (schema: object, description: string): object => ({ ...schema, description })

const schemas = {
  User: object({
    id: text,
    name: text,
    openTickets: described(integer, 'Tickets assigned to this person that are not done.'),
    reported: described(integer, 'Number of tickets reported by this person.'),
  }),
  Project: object({ key: { ...text, pattern: '^[A-Z]{2,5}$' }, name: text, ticketCount: integer }),
  Member: object({ userId: text, person: described(text, 'Name of the user.'), role: text }),
  Ticket: object({
    key: { ...text, pattern: '^[A-Z]{2,5}-[0-9]+$' },
    number: integer,
    projectKey: text,
    title: text,
    status: { ...text, enum: ['open', 'waiting', 'done'] },
    assigneeId: maybe,
    reporterId: text,
    parentKey: maybe,
    subtaskCount: integer,
    minutesSpent: described(integer, 'Sum of all logged minutes.'),
  }),
  Entry: object({ id: text, ticketKey: text, minutes: { ...integer, minimum: 1 } }),
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/users': {
      get: answer(200, list(ref('User'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('User')) },
    },
    '/users/{userId}': { ...inPath('userId'), get: answer(200, ref('User')) },
    '/projects': {
      get: answer(200, list(ref('Project'))),
      post: { requestBody: json(object({ key: text, name: text })), ...answer(201, ref('Project')) },
    },
    '/projects/{projectKey}': { ...inPath('projectKey'), get: answer(200, ref('Project')) },
    '/projects/{projectKey}/members': { ...inPath('projectKey'), get: answer(200, list(ref('Member'))) },
    '/projects/{projectKey}/members/{userId}': {
      ...inPath('projectKey', 'userId'),
      put: {
        description: 'Adds somebody to the project, or changes their role.',
        requestBody: json(object({ role: text })),
        responses: {
          200: { description: 'The member', ...json(ref('Member')) },
          404: { description: 'Unknown' },
        },
      },
    },
    '/projects/{projectKey}/stats': {
      ...inPath('projectKey'),
      get: answer(200, object({ unfinished: described(integer, 'Tickets that are not done.') })),
    },
    '/projects/{projectKey}/tickets': {
      ...inPath('projectKey'),
      post: {
        requestBody: json({
          type: 'object',
          required: ['title', 'reporterId'],
          properties: { title: text, assigneeId: maybe, reporterId: text, parentKey: maybe },
        }),
        ...answer(201, ref('Ticket')),
      },
    },
    '/tickets': { get: answer(200, list(ref('Ticket'))) },
    '/tickets/{ticketKey}': {
      ...inPath('ticketKey'),
      get: answer(200, ref('Ticket')),
      delete: { responses: { 204: { description: 'Gone' } } },
    },
    '/tickets/{ticketKey}/finish': { ...inPath('ticketKey'), post: answer(200, ref('Ticket')) },
    '/tickets/{ticketKey}/subtasks': { ...inPath('ticketKey'), get: answer(200, list(ref('Ticket'))) },
    '/tickets/{ticketKey}/entries': {
      ...inPath('ticketKey'),
      get: answer(200, list(ref('Entry'))),
      post: { requestBody: json(object({ minutes: integer })), ...answer(201, ref('Entry')) },
    },
    '/entries/{entryId}': { ...inPath('entryId'), get: answer(200, ref('Entry')) },
  },
  components: { schemas },
}

/** A tracker of tickets: their ids begin with the key of their project, and people are assigned to them and report them. */
export const tracker = async (options: Partial<MockOptions> = {}): Promise<Send> =>
  clientOf(await createMock({ document, selfCheck: true, ...options }))

/** The records of a list. */
export const all = async (send: Send, path: string): Promise<readonly JsonObject[]> =>
  (await send('GET', path)).body as unknown as readonly JsonObject[]

/** A property of a record that is a text. */
export const textIn = (record: JsonObject | undefined, property: string): string => {
  const value = record?.[property]
  return typeof value === 'string' ? value : ''
}
