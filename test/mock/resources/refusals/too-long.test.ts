import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

interface Visit {
  readonly startsAt: string
  readonly endsAt: string
}

/** Visits, with a rule for how long they take. */
async function visits(rule: string, world?: 'empty'): Promise<Send> {
  const time = { ...text, format: 'date-time' }
  const visit = object({ id: { ...text, readOnly: true }, startsAt: time, endsAt: time })
  const post = {
    description: rule,
    requestBody: json({ ...visit, required: ['startsAt'] }),
    responses: { 201: { description: 'Made', ...json(visit) }, 422: { description: 'Refused' } },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Visits', version: '1' },
    paths: { '/visits': { get: answer(200, list(visit)), post } },
  }
  return clientOf(await createMock({ document, selfCheck: true, ...(world && { world }) }))
}

it.each([
  'A visit lasts at most 2 hours.',
  'Visits must not be longer than two hours (422).',
  'A visit can be at most 120 minutes long.',
])('a period that is longer than allowed is refused: %s', async (rule) => {
  const send = await visits(rule, 'empty')
  const status = async (endsAt: string) =>
    (await send('POST', '/visits', { startsAt: '2030-05-01T10:00:00Z', endsAt })).status
  expect([await status('2030-05-01T12:00:00Z'), await status('2030-05-01T12:01:00Z')]).toEqual([201, 422])
})

it('a limit on something else refuses no period', async () => {
  const send = await visits('A visit can be cancelled at most 2 hours before it starts.', 'empty')
  const visit = { startsAt: '2030-05-01T10:00:00Z', endsAt: '2030-05-01T19:00:00Z' }
  expect((await send('POST', '/visits', visit)).status).toBe(201)
})

it('the end of a period that is not sent follows from the usual time', async () => {
  const send = await visits('If `endsAt` is omitted, the visit takes 90 minutes.', 'empty')
  const { body } = await send('POST', '/visits', { startsAt: '2030-05-01T10:00:00Z' })
  expect(body).toMatchObject({ endsAt: '2030-05-01T11:30:00.000Z' })
})

it('seeded periods are not longer than allowed', async () => {
  const send = await visits('A visit lasts at most 2 hours.')
  const lengths = ((await send('GET', '/visits')).body as unknown as readonly Visit[]).map(
    ({ startsAt, endsAt }) => Date.parse(endsAt) - Date.parse(startsAt),
  )
  expect(lengths.every((each) => each > 0 && each <= 2 * 3_600_000)).toBe(true)
})
