import { expect, it } from 'vitest'
import { isDateTime } from '../../../spec/validation/formats.ts'
import { answers, body, check, empty, text } from '../support/code-first-api.ts'

const time = { type: 'string', format: 'date-time' }
const silence = {
  type: 'object',
  required: ['comment', 'startsAt', 'endsAt'],
  properties: { comment: { type: 'string' }, startsAt: time, endsAt: time },
}

it('finds a request whose period ends in the future where others are refused', async () => {
  const paths = { '/silences': { post: { ...body(silence), ...answers(201, silence) } } }
  const { taken } = await check(paths, ({ method, body: sent }) => {
    const [start, end] = [sent['startsAt'], sent['endsAt']].map((each) => Date.parse(String(each)))
    const isFine =
      method === 'POST' && start !== undefined && end !== undefined && start < end && end > Date.now()
    return isFine ? Response.json(sent, { status: 201 }) : empty(400)
  })
  expect([...taken]).toEqual(['POST /silences'])
})

it('sends no past time in a body of the other kind, where the past is refused', async () => {
  const kind = (name: string): object => ({
    type: 'object',
    additionalProperties: false,
    required: ['guest', 'start', name],
    properties: { guest: text, start: time, [name]: { type: 'integer' } },
  })
  const visit = { oneOf: [kind('room'), kind('table')] }
  const post = {
    description: 'Visits in the past are refused with 400.',
    ...body(visit),
    ...answers(201, visit),
  }
  const past: unknown[] = []
  await check({ '/visits': { post } }, ({ method, body: sent }) => {
    const { guest, start, table, room, ...others } = sent
    const isWell =
      typeof guest === 'string' && Number.isInteger(table ?? room) && Object.keys(others).length === 0
    const isTime = typeof start === 'string' && isDateTime(start)
    if (method !== 'POST' || !isWell || !isTime) return empty(400)
    if (Date.parse(start) > Date.now()) return Response.json(sent, { status: 201 })
    past.push(sent)
    return empty(400)
  })
  expect(past).toEqual([])
})
