import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { json, text } from '../document-parts.ts'

const query = (name: string, schema: object): object => ({ name, in: 'query', schema })
const event = {
  type: 'object',
  required: ['id', 'title', 'price', 'day', 'tags'],
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    price: { type: 'number' },
    day: { type: 'string', format: 'date' },
    tags: { type: 'array', items: { type: 'string' } },
  },
}
const usual = [
  query('limit', { type: 'integer' }),
  query('offset', { type: 'integer' }),
  query('minPrice', { type: 'number' }),
  query('startDay', { type: 'string', format: 'date' }),
  query('tag', { type: 'string' }),
  query('q', { type: 'string' }),
  query('sort', { type: 'string', enum: ['price', 'title', '-day', 'price,-title'] }),
  query('direction', { type: 'string', enum: ['ASC', 'DESC'] }),
]
const documentWith = (parameters: readonly object[], record: object = event): object => ({
  openapi: '3.1.0',
  info: { title: 'Events', version: '1' },
  paths: {
    '/events': {
      get: {
        operationId: 'listEvents',
        parameters,
        responses: { 200: { description: '', ...json({ type: 'array', items: record }) } },
      },
      post: {
        operationId: 'createEvent',
        requestBody: { required: true, ...json(record) },
        responses: { 201: { description: '', ...json(record) } },
      },
    },
    '/events/{id}': {
      get: {
        operationId: 'getEvent',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: '', ...json(record) }, 404: { description: '' } },
      },
    },
  },
})

const events = [
  { id: 1, title: 'b', price: 30, day: '2026-03-01', tags: ['out'] },
  { id: 2, title: 'a', price: 10, day: '2026-05-01', tags: ['in', 'late'] },
  { id: 3, title: 'c', price: 10, day: '2026-04-01', tags: [] },
]

async function listed(search: string, parameters = usual): Promise<readonly unknown[]> {
  const send = clientOf(await createMock({ document: documentWith(parameters), world: 'empty' }))
  for (const event of events) await send('POST', '/events', event)
  const { status, body } = await send('GET', `/events?${search}`)
  expect(status).toBe(200)
  return (body as unknown as typeof events).map(({ id }) => id)
}

describe('list query parameters', () => {
  it('searches only the properties that the description of the search names', async () => {
    const search = { ...query('q', { type: 'string' }), description: 'Searches in the title.' }
    expect(await listed('q=late', [search])).toEqual([])
    expect(await listed('q=a', [search])).toEqual([2])
  })

  it('selects the records with all of several values, or with any of them', async () => {
    const tags = query('tags', { type: 'array', items: { type: 'string' } })
    const of = async (description: string): Promise<readonly unknown[]> =>
      listed('tags=in&tags=late&tags=out', [{ ...tags, description }])
    expect(await of('Only events with one of these tags.')).toEqual([1, 2])
    expect(await of('May be repeated; all tags must be present.')).toEqual([])
    expect(
      await listed('tags=late&tags=in', [{ ...tags, description: 'Events having all of them.' }]),
    ).toEqual([2])
  })

  it('selects the records with a part of a text where its description says so', async () => {
    const filter = query('title', { type: 'string' })
    expect(await listed('title=B', [{ ...filter, description: 'Part of the title, in any case.' }])).toEqual([
      1,
    ])
    expect(await listed('title=B', [{ ...filter, description: 'Part of the title.' }])).toEqual([])
  })

  it('ignores the case of a filter where its description says so', async () => {
    const filter = query('title', { type: 'string' })
    expect(await listed('title=B', [{ ...filter, description: 'The title, ignoring case.' }])).toEqual([1])
    expect(await listed('title=B', [{ ...filter, description: 'The title.' }])).toEqual([])
  })

  it.each([
    ['q=LAT', [2]],
    ['q=in+a', [2]],
    ['q=2026-0', [1, 2, 3]],
    ['q=nowhere', []],
    ['q=b+tag:out', [1]],
    ['q=+', [1, 2, 3]],
  ])('searches all text of a record for every word: %s', async (search, ids) => {
    expect(await listed(search)).toEqual(ids)
  })

  it.each([
    ['sort=price', [2, 3, 1]],
    ['sort=title', [2, 1, 3]],
    ['sort=-day', [2, 3, 1]],
    ['sort=price,-title', [3, 2, 1]],
    ['sort=price&direction=DESC', [1, 2, 3]],
  ])('sorts by the sort parameter: %s', async (search, ids) => {
    expect(await listed(search)).toEqual(ids)
  })

  it.each([
    ['sort=place.city', [2, 3, 1]],
    ['sort=place.city,desc', [1, 3, 2]],
    ['sort=-place.city', [1, 3, 2]],
  ])('sorts by a property of an object in the record: %s', async (search, ids) => {
    const place = { type: 'object', properties: { city: text } }
    const placed = { ...event, properties: { ...event.properties, place } }
    const document = documentWith([query('sort', { type: 'string' })], placed)
    const send = clientOf(await createMock({ document, world: 'empty' }))
    for (const [index, city] of ['Ulm', 'Bonn', 'Jena'].entries())
      await send('POST', '/events', { ...events[index], place: { city } })
    const { body } = await send('GET', `/events?${search}`)
    expect((body as unknown as typeof events).map(({ id }) => id)).toEqual(ids)
  })

  it.each([
    ['sort=DAY', [1, 3, 2]],
    ['sort=start', [1, 3, 2]],
    ['sort=-start', [2, 3, 1]],
    ['sort=e', [1, 2, 3]],
  ])('sorts by the short name of a property, unless it is ambiguous: %s', async (search, ids) => {
    const timed = {
      ...event,
      properties: { ...event.properties, start_date: { type: 'string' }, e_at: text, e_on: text },
    }
    const sorted = JSON.parse(
      JSON.stringify(documentWith([query('sort', { type: 'string' })])).replaceAll(
        JSON.stringify(event),
        JSON.stringify(timed),
      ),
    ) as object
    const send = clientOf(await createMock({ document: sorted, world: 'empty' }))
    for (const each of events) await send('POST', '/events', { ...each, start_date: each.day })
    const { body } = await send('GET', `/events?${search}`)
    expect((body as unknown as typeof events).map(({ id }) => id)).toEqual(ids)
  })

  it('takes one value of a filter for all values of the property', async () => {
    const state = { type: 'string', enum: ['open', 'closed'] }
    const stateful = { ...event, properties: { ...event.properties, state } }
    const choice = query('state', { type: 'string', enum: ['open', 'closed', 'all'], default: 'open' })
    const withState = JSON.parse(
      JSON.stringify(documentWith([choice])).replaceAll(JSON.stringify(event), JSON.stringify(stateful)),
    ) as object
    const send = clientOf(await createMock({ document: withState, world: 'empty' }))
    for (const each of events)
      await send('POST', '/events', { ...each, state: each.id === 3 ? 'closed' : 'open' })
    const idsOf = async (search: string): Promise<unknown> =>
      ((await send('GET', `/events${search}`)).body as unknown as typeof events).map(({ id }) => id)
    expect(await idsOf('')).toEqual([1, 2])
    expect(await idsOf('?state=closed')).toEqual([3])
    expect(await idsOf('?state=all')).toEqual([1, 2, 3])
  })

  it.each([
    ['minPrice=10', [1, 2, 3]],
    ['minPrice=10.5', [1]],
    ['startDay=2026-04-01', [2, 3]],
    ['startDay=2026-06-01', []],
  ])('filters by a lower bound: %s', async (search, ids) => {
    expect(await listed(search)).toEqual(ids)
  })

  it.each(['tag', 'price'])('ignores a parameter whose default is an empty list: %s', async (name) => {
    const items = event.properties[name === 'tag' ? 'title' : 'price']
    expect(await listed('', [query(name, { type: 'array', items, default: [] })])).toEqual([1, 2, 3])
  })

  const describedQuery = (name: string, schema: object, description: string): object => ({
    ...query(name, schema),
    description,
  })
  it.each([
    ['onward', 'day', 'Only events whose day is after this day.', '2026-04-01', [2]],
    ['onward', 'day', 'Only events whose `day` is not before this day.', '2026-04-01', [2, 3]],
    ['budget', 'price', 'Only events whose price is at most this.', '10', [2, 3]],
    ['budget', 'price', 'Only events whose price is less than this.', '30', [2, 3]],
    ['budget', 'price', 'What there is to spend, before taxes.', '10', [1, 2, 3]],
    ['budget', 'price', 'Only events whose price is at least 20 and at most this.', '10', [1, 2, 3]],
  ])(
    'filters by a bound found in the description: %s of %s, "%s"',
    async (name, property, description, value, ids) => {
      const parameters = [describedQuery(name, event.properties[property as 'day' | 'price'], description)]
      expect(await listed(`${name}=${value}`, parameters)).toEqual(ids)
    },
  )

  it('filters by a boolean parameter whose description states a condition', async () => {
    const costly = [describedQuery('costly', { type: 'boolean' }, 'Only events with price > 10.')]
    expect(await listed('costly=true', costly)).toEqual([1])
    expect(await listed('costly=false', costly)).toEqual([1, 2, 3])
  })

  it('matches one item of a list property', async () => {
    expect(await listed('tag=late')).toEqual([2])
    expect(await listed('filter[tag]=late', [query('filter[tag]', { type: 'string' })])).toEqual([2])
  })

  const [words, number, day] = [{ type: 'string' }, { type: 'number' }, event.properties.day]
  it.each([
    ['title__icontains', words, 'B', [1]],
    ['title[contains]', words, 'B', []],
    ['filter[title][$startsWith]', words, 'b', [1]],
    ['titleEndsWith', words, 'x', []],
    ['title_ne', words, 'b', [2, 3]],
    ['where.title.eq', words, 'c', [3]],
    ['title__in', { type: 'array', items: words }, 'c&title__in=a', [2, 3]],
    ['price[gt]', number, '10', [1]],
    ['filter[price][gte]', number, '10', [1, 2, 3]],
    ['day.lt', day, '2026-04-01', [1]],
  ])('applies the operator in a parameter name: %s', async (name, schema, value, ids) => {
    expect(await listed(`${name}=${value}`, [query(name, schema)])).toEqual(ids)
  })

  it('sorts and filters before it pages', async () => {
    expect(await listed('sort=price&limit=2')).toEqual([2, 3])
    expect(await listed('sort=price&limit=2&offset=2')).toEqual([1])
    expect(await listed('sort=title&startDay=2026-04-01&limit=1&offset=1')).toEqual([3])
  })

  it.each([
    ['ordering=-title', [query('ordering', { type: 'string' })], [3, 1, 2]],
    ['%24orderby=title%20desc', [query('$orderby', { type: 'string' })], [3, 1, 2]],
    [
      '_sort=title&_order=DESC',
      [query('_sort', { type: 'string' }), query('_order', { type: 'string', enum: ['ASC', 'DESC'] })],
      [3, 1, 2],
    ],
  ])('understands the sort syntax of common frameworks: %s', async (search, parameters, ids) => {
    expect(await listed(search, parameters)).toEqual(ids)
  })

  it.each([
    ['order=asc', [2, 3, 1]],
    ['order=desc', [1, 3, 2]],
    ['', [1, 3, 2]],
  ])('sorts in a direction by the property that the description names: %s', async (search, ids) => {
    const order = { type: 'string', enum: ['asc', 'desc'], default: 'desc' }
    const parameter = { ...query('order', order), description: 'Sort order by the `price` of the events.' }
    expect(await listed(search, [parameter])).toEqual(ids)
  })

  it.each([
    ['price[gt]=10', [1]],
    ['price[gte]=10&price[lt]=30', [2, 3]],
    ['price=30', [1]],
  ])('filters by the bounds in an object, or by equality: %s', async (search, ids) => {
    const bounds = {
      type: 'object',
      properties: { gt: { type: 'number' }, gte: { type: 'number' }, lt: { type: 'number' } },
    }
    const schema = { anyOf: [bounds, { type: 'number' }] }
    expect(await listed(search, [{ ...query('price', schema), style: 'deepObject' }])).toEqual(ids)
  })

  it.each(['The default is 2.', 'How many. Defaults to `2`.', 'Number of items (default: 2)'])(
    'returns as many items as the description says: %s',
    async (description) => {
      expect(await listed('', [{ ...query('limit', { type: 'integer' }), description }])).toEqual([1, 2])
    },
  )

  it('returns the items from a start to an end index', async () => {
    const range = [query('_start', { type: 'integer' }), query('_end', { type: 'integer' })]
    expect(await listed('_start=0&_end=2', range)).toEqual([1, 2])
    expect(await listed('_start=2&_end=4', range)).toEqual([3])
    expect(await listed('_start=1', range)).toEqual([2, 3])
  })
})
