import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf } from '../../client.ts'
import { answer, list, object, text } from '../document-parts.ts'

it('the example of a name is that of one seeded record, and other examples those of all', async () => {
  const venue = object({
    id: text,
    name: { ...text, example: 'Astra Hall' },
    motto: { ...text, example: 'Sit down and listen' },
  })
  const document = {
    openapi: '3.0.3',
    info: { title: 'Venues', version: '1' },
    paths: { '/venues': { get: answer(200, list(venue)) } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const venues = (await send('GET', '/venues')).body as unknown as readonly JsonObject[]
  expect(venues.length).toBeGreaterThan(5)
  expect(venues.filter(({ name }) => name === 'Astra Hall')).toHaveLength(1)
  expect(new Set(venues.map(({ name }) => name)).size).toBeGreaterThan(venues.length / 2)
  expect(new Set(venues.map(({ motto }) => motto))).toEqual(new Set(['Sit down and listen']))
})
