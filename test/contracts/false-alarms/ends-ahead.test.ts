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
