import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

it.each(['name', 'title'])(
  'a list in alphabetical order is ordered by the %s of its records',
  async (property) => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Courses', version: '1' },
      paths: {
        '/courses': {
          get: { description: 'In alphabetical order.', ...answer(200, list(ref('Course'))) },
          post: { requestBody: json(ref('Course')), ...answer(201, ref('Course')) },
        },
      },
      components: { schemas: { Course: object({ id: integer, [property]: text, provider: text }) } },
    }
    const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    for (const [id, word] of ['Pears', 'Apples', 'Figs'].entries())
      await send('POST', '/courses', { id, [property]: word, provider: 'Any' })
    const { body } = await send('GET', '/courses')
    const words = (body as unknown as readonly Record<string, string>[]).map((each) => each[property])
    expect(words).toEqual(['Apples', 'Figs', 'Pears'])
  },
)

async function visits(description: string, visit: object, shown?: string): Promise<Send> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Visits', version: '1' },
    paths: {
      '/visits': {
        get: {
          description,
          responses: { 200: { description: shown ?? 'All of them.', ...json(list(ref('Visit'))) } },
        },
        post: { requestBody: json(ref('Visit')), ...answer(201, ref('Visit')) },
      },
    },
    components: { schemas: { Visit: visit } },
  }
  return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
}

it.each(['By date.', 'By date, descending.'])('a list is in the order of a date: %s', async (description) => {
  const day = { ...text, format: 'date' }
  const send = await visits(description, object({ id: integer, date: day }))
  const days = ['2030-05-03', '2030-05-01', '2030-05-02']
  for (const [id, date] of days.entries()) await send('POST', '/visits', { id, date })
  const { body } = await send('GET', '/visits')
  const sorted = days.toSorted()
  expect((body as unknown as readonly { date: string }[]).map(({ date }) => date)).toEqual(
    description.includes('descending') ? sorted.toReversed() : sorted,
  )
})

it.each([
  ['Pinned visits first, then newest first.', [2, 3, 1]],
  ['Sorted by start.', [3, 2, 1]],
])('a list is in the order of a flag, or of an event: %s', async (description, ids) => {
  const time = { ...text, format: 'date-time' }
  const visit = object({ id: integer, pinned: { type: 'boolean' }, startsAt: time, createdAt: time })
  const send = await visits(description, visit)
  for (const id of [1, 2, 3]) {
    const startsAt = `2030-05-0${String(4 - id)}T10:00:00Z`
    const createdAt = `2030-04-0${String(id)}T10:00:00Z`
    await send('POST', '/visits', { id, pinned: id === 2, startsAt, createdAt })
  }
  const { body } = await send('GET', '/visits')
  expect((body as unknown as readonly { id: number }[]).map(({ id }) => id)).toEqual(ids)
})

it('a list is in the order that follows what is said of its records', async () => {
  const time = { ...text, format: 'date-time' }
  const visit = object({ id: integer, startsAt: time, endsAt: time })
  const send = await visits('Lists the visits in which somebody can take part, earliest first.', visit)
  for (const id of [1, 2, 3]) {
    const day = `2030-05-0${String(4 - id)}`
    await send('POST', '/visits', { id, startsAt: `${day}T10:00:00Z`, endsAt: `${day}T11:00:00Z` })
  }
  const { body } = await send('GET', '/visits')
  expect((body as unknown as readonly { id: number }[]).map(({ id }) => id)).toEqual([3, 2, 1])
})

it('a list is in the order that the description of its response tells', async () => {
  const visit = object({ id: integer, createdAt: { ...text, format: 'date-time' } })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Visits', version: '1' },
    paths: {
      '/visits': {
        get: { responses: { 200: { description: 'The visits, newest first.', ...json(list(visit)) } } },
        post: { requestBody: json(visit), ...answer(201, visit) },
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const id of [1, 2, 3])
    await send('POST', '/visits', { id, createdAt: `2030-05-0${String(id)}T08:00:00Z` })
  const { body } = await send('GET', '/visits')
  expect((body as unknown as readonly { id: number }[]).map(({ id }) => id)).toEqual([3, 2, 1])
})

it.each([
  ['Sorted by expiry date, earliest first.', [2, 1, 3]],
  ['In chronological order.', [3, 2, 1]],
  ['In reverse chronological order.', [1, 2, 3]],
])('a list is in the order of the time that its description means: %s', async (description, ids) => {
  const time = { ...text, format: 'date-time' }
  const properties = { id: integer, occurredAt: time, createdAt: time }
  const visit = object(description.includes('expiry') ? { ...properties, expiresAt: time } : properties)
  const send = await visits(description, visit)
  for (const [index, day] of ['02', '01', '03'].entries())
    await send('POST', '/visits', {
      id: index + 1,
      occurredAt: `2030-05-0${String(3 - index)}T10:00:00Z`,
      createdAt: `2030-06-0${String(index + 1)}T10:00:00Z`,
      ...(description.includes('expiry') && { expiresAt: `2031-05-${day}T10:00:00Z` }),
    })
  const { body } = await send('GET', '/visits')
  expect((body as unknown as readonly { id: number }[]).map(({ id }) => id)).toEqual(ids)
})

it('a list whose most recent records appear first is in the order of their creation in seconds', async () => {
  const seconds = { ...integer, format: 'unix-time' }
  const description = 'Visits sorted by creation date, with the most recent visits appearing first.'
  const send = await visits(description, object({ id: integer, created: seconds }))
  for (const [id, created] of [20, 30, 10].entries()) await send('POST', '/visits', { id, created })
  expect((await send('GET', '/visits')).body).toMatchObject([{ id: 1 }, { id: 0 }, { id: 2 }])
})

it('a list is in the order that the description of its response gives: "Visits by start"', async () => {
  const start = { ...text, format: 'date-time' }
  const visit = object({ id: integer, startsAt: start, endsAt: start })
  const send = await visits('Lists visits.', visit, 'Visits by start')
  for (const [id, day] of ['03', '01', '02'].entries())
    await send('POST', '/visits', {
      id,
      startsAt: `2030-05-${day}T10:00:00Z`,
      endsAt: `2030-06-0${String(id + 1)}T10:00:00Z`,
    })
  const { body } = await send('GET', '/visits')
  expect((body as unknown as readonly { id: number }[]).map(({ id }) => id)).toEqual([1, 2, 0])
})

it('records that have no other name are listed by the one that is shown: "Users, by name"', async () => {
  const shown = { ...json(list(ref('User'))) }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Users', version: '1' },
    paths: { '/users': { get: { responses: { 200: { description: 'Users, by name', ...shown } } } } },
    components: { schemas: { User: object({ id: text, displayName: text }) } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('GET', '/users')
  const names = (body as unknown as readonly { displayName: string }[]).map((each) => each.displayName)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)))
})
