import { expect, it } from 'vitest'
import { answers, body, check, empty } from '../support/code-first-api.ts'

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

it('has no finding where only what lies in the past is refused, as the document says', async () => {
  const visit = {
    type: 'object',
    required: ['guest', 'start'],
    properties: {
      guest: { type: 'string' },
      start: time,
      minutes: { type: 'integer', default: 30 },
      note: { type: 'string', maxLength: 200 },
    },
  }
  const post = {
    description: 'Visits in the past are refused with 400.',
    ...body(visit),
    ...answers(201, visit),
  }
  const { findings } = await check({ '/visits': { post } }, ({ method, body: sent }) =>
    method === 'POST' && Date.parse(String(sent['start'])) > Date.now()
      ? Response.json(sent, { status: 201 })
      : empty(400),
  )
  expect(findings.filter((each) => each.startsWith('valid-accepted'))).toEqual([])
})
