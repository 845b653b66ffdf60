import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

it('what seeded records compute follows from values within the limits of requests', async () => {
  const time = { ...text, format: 'date-time' }
  const lesson = object({
    id: integer,
    startsAt: time,
    durationMinutes: integer,
    endsAt: { ...time, readOnly: true, description: '`startsAt` plus `durationMinutes`.' },
    fullPrice: integer,
    discountPercent: integer,
    price: {
      ...integer,
      readOnly: true,
      description: '`fullPrice` minus `discountPercent`.',
    },
  })
  const sent = {
    type: 'object',
    properties: {
      startsAt: time,
      durationMinutes: { ...integer, minimum: 10, maximum: 60 },
      fullPrice: { ...integer, minimum: 200, maximum: 400 },
      discountPercent: { ...integer, minimum: 1, maximum: 100 },
    },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Lessons', version: '1' },
    paths: {
      '/lessons': {
        get: answer(200, list(lesson)),
        post: { requestBody: json(sent), ...answer(201, lesson) },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('GET', '/lessons')
  const lessons = body as unknown as readonly Lesson[]
  expect(lessons.length).toBeGreaterThan(5)
  for (const { startsAt, durationMinutes, endsAt, fullPrice, discountPercent, price } of lessons) {
    expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(durationMinutes * 60_000)
    expect(price).toBe(fullPrice - discountPercent)
  }
})

interface Lesson {
  readonly startsAt: string
  readonly durationMinutes: number
  readonly endsAt: string
  readonly fullPrice: number
  readonly discountPercent: number
  readonly price: number
}
