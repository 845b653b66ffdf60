import { expect, it } from 'vitest'
import { runContract, type Target } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, at, gone, listOf, sent, text } from '../support/document-parts.ts'

const uuid = { type: 'string', format: 'uuid' }
const id = { ...uuid, readOnly: true }
const room = {
  type: 'object',
  required: ['id', 'name', 'locked'],
  properties: { id, name: { ...text, minLength: 1 }, locked: { type: 'boolean', readOnly: true } },
}
const stay = {
  type: 'object',
  required: ['id', 'roomId', 'status'],
  properties: { id, roomId: uuid, status: { enum: ['booked', 'cancelled'], readOnly: true } },
}

/** A document with one description, such as `rooms: 409 if the name is taken.`, and these statuses of refusals besides 400 and 404. */
function hotel(rule: string, statuses: readonly number[]): object {
  const [place, description = ''] = rule.split(': ')
  const others = Object.fromEntries(statuses.map((each) => [each, { description: 'Problem' }]))
  const operation = (name: string, status: number, schema: object): object => ({
    ...(name === place && { description }),
    ...answer(status, schema, others),
  })
  const removal = {
    ...(place === 'removal' && { description }),
    responses: {
      204: { description: 'Gone' },
      400: { description: 'Problem' },
      404: { description: 'None' },
      ...others,
    },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hotel', version: '1' },
    paths: {
      '/rooms': { get: listOf(room), post: { ...sent(room), ...operation('rooms', 201, room) } },
      '/rooms/{id}': { ...at('id'), get: answer(200, room), delete: removal },
      '/rooms/{id}/lock': { ...at('id'), post: operation('lock', 200, room) },
      '/stays': { get: listOf(stay), post: { ...sent(stay), ...operation('stays', 201, stay) } },
      '/stays/{id}': { ...at('id'), get: answer(200, stay), delete: gone },
      '/stays/{id}/cancel': { ...at('id'), post: operation('cancel', 200, stay) },
    },
  }
}

async function findingsIn(document: object, target: Target): Promise<readonly string[]> {
  const { findings } = await runContract({ document, phases: ['stateful'], target })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

/** What is found of a service that does what its own description of an operation says, by the document with another one. */
const findingsOf = async (own: string, told: string): Promise<readonly string[]> =>
  findingsIn(hotel(told, [409, 422]), await createMock({ document: hotel(own, [409, 422]) }))

it.each([
  ['rooms: 409 if the name is taken.', 'a request with the name of another record', 'POST /rooms'],
  ['stays: 422 if the room does not exist.', 'a request with the roomId of a deleted record', 'POST /stays'],
  [
    'stays: 409 if the room is locked.',
    'a request with the roomId of a record with locked = true',
    'POST /stays',
  ],
  [
    'lock: 409 if the room is already locked.',
    'a request with the id of a record with locked = true',
    'POST /rooms/{id}/lock',
  ],
  [
    'cancel: Only booked stays can be cancelled; 409 otherwise.',
    'a request with the id of a record with status = cancelled',
    'POST /stays/{id}/cancel',
  ],
])(
  'a refusal with another status than the document names is reported: %s',
  async (rule, title, operation) => {
    const own = rule.replace(/409|422/, '400')
    const named = /409|422/.exec(rule)![0]
    const found = await findingsOf(own, rule)
    expect(found).toEqual([expect.stringContaining(`refusal-status ${operation}`)])
    expect(found[0]).toContain(`expected ${title}`)
    expect(found[0]).toMatch(new RegExp(`to be refused with ${named}; got 400`))
    expect(await findingsOf(rule, rule)).toEqual([])
  },
)

it('a refusal with a status that the same sentence names has no finding', async () => {
  const rule = 'rooms: 400 or 409 if the name is taken.'
  expect(await findingsOf('rooms: 400 if the name is taken.', rule)).toEqual([])
})

it('a refusal whose status follows from no sentence has no finding', async () => {
  expect(await findingsOf('rooms: 400 if the name is taken.', 'rooms: The name must be unique.')).toEqual([])
})

it('a refusal of a deletion with another status than the document names is reported', async () => {
  const document = hotel('removal: 409 if the room has stays.', [409])
  const mock = await createMock({ document })
  const found = await findingsIn(document, async (request: Request) => {
    const response = await mock.fetch(request)
    const isChanged = request.method === 'DELETE' && response.status === 409
    return isChanged ? Response.json({ message: 'The room has stays.' }, { status: 400 }) : response
  })
  expect(found).toEqual([
    expect.stringMatching(
      /^refusal-status DELETE \/rooms.*that one of \/stays refers to to be refused with 409; got 400/,
    ),
  ])
})

it('a refusal with a status that is not declared is reported as that alone', async () => {
  const rule = 'rooms: 409 if the name is taken.'
  const mock = await createMock({ document: hotel(rule.replace('409', '422'), [422]) })
  const found = await findingsIn(hotel(rule, [409]), mock)
  expect(found.filter((each) => each.includes('/rooms'))).toEqual([
    expect.stringContaining('status-declared POST /rooms'),
  ])
})
