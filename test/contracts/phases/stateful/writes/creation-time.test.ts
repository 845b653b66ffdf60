import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { creationTimeOf } from '../../../../../contracts/phases/stateful/writes/creation-time.ts'
import { createMock, ok, type Behaviour } from '../../../../../mock/index.ts'
import { apiOf } from '../../../support/answer-to.ts'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'

const note = {
  type: 'object',
  required: ['id', 'title', 'created_at'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { ...text, minLength: 1, maxLength: 30 },
    created_at: { ...text, format: 'date-time', readOnly: true },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { get: listOf(note), post: { ...sent(note), ...answer(201, note) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, note),
      patch: { operationId: 'change', ...sent({ ...note, required: [] }), ...answer(200, note) },
      delete: gone,
    },
  },
}

/** What is found of a service that writes another time of creation with each update. */
async function findingsOf(timeOf: (before: string, update: number) => string): Promise<readonly string[]> {
  let updates = 0
  const change: Behaviour = async ({ request, store, next }) => {
    const outcome = await next()
    if (outcome.kind === 'refused') return outcome
    updates += 1
    const before = outcome.body as { readonly created_at: string }
    const record = { ...before, created_at: timeOf(before.created_at, updates) }
    await store.collection('/notes').put((request.path as { readonly id: string }).id, record)
    return ok(200, record)
  }
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    target: await createMock({ document, behaviours: { change } }),
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

const later = (time: string, milliseconds: number): string =>
  new Date(Date.parse(time) + milliseconds).toISOString()

it.each([
  ['created', '', ['created']],
  ['joined_on', 'When the member was added.', ['joined_on']],
  ['joined_on', 'When the member joined the club.', undefined],
  ['placed_at', 'When the order was placed.', ['placed_at']],
])(
  'the time of creation is known by a name, or by a description: %s, "%s"',
  (name, description, expected) => {
    const member = {
      ...note,
      properties: {
        ...note.properties,
        created_at: text,
        [name]: { ...text, format: 'date-time', description },
      },
    }
    const post = { ...sent({ ...note, properties: { title: text } }), ...answer(201, member) }
    const api = apiOf({ ...document, paths: { '/members': { get: listOf(member), post } } })
    const [resource] = api.model.resources
    expect(resource && creationTimeOf(api, resource)).toEqual(expected)
  },
)

it('the time of creation may be that of an event with which every record begins', () => {
  const time = { type: 'string', format: 'date-time' }
  const placed = (placedAt: object, required: readonly string[]): readonly string[] | undefined => {
    const order = { ...note, required, properties: { id: text, title: text, placed_at: placedAt } }
    const post = { ...sent(note), ...answer(201, order) }
    const api = apiOf({ ...document, paths: { '/orders': { get: listOf(order), post } } })
    const [resource] = api.model.resources
    return resource && creationTimeOf(api, resource)
  }
  expect(placed(time, ['id', 'placed_at'])).toEqual(['placed_at'])
  expect(placed(time, ['id'])).toBeUndefined()
  expect(placed({ ...time, type: ['string', 'null'] }, ['id', 'placed_at'])).toBeUndefined()
})

it('the time of creation may be in the metadata of a record that only the server sets', () => {
  const created = { type: 'string', format: 'date-time' }
  const metadata = { type: 'object', properties: { name: text, creationTimestamp: created } }
  const volume = (meta: object): object => ({
    ...note,
    properties: { id: text, metadata: meta, title: text },
  })
  const placeIn = (meta: object): readonly string[] | undefined => {
    const post = { ...sent(volume(metadata)), ...answer(201, volume(meta)) }
    const api = apiOf({ ...document, paths: { '/volumes': { get: listOf(volume(meta)), post } } })
    const [resource] = api.model.resources
    return resource && creationTimeOf(api, resource)
  }
  expect(placeIn({ ...metadata, readOnly: true })).toEqual(['metadata', 'creationTimestamp'])
  expect(placeIn(metadata)).toBeUndefined()
})

describe('the time of creation', () => {
  it('is reported if updates change it, even by less than a second', async () => {
    expect(await findingsOf((before) => later(before, 3))).toEqual([
      expect.stringMatching(/^update-visible: .*created_at = ".*", which the update did not include/),
    ])
  })

  it('has no finding if it stays the same', async () => {
    expect(await findingsOf((before) => before)).toEqual([])
  })

  it('has no finding if it only loses its fraction of a second', async () => {
    expect(await findingsOf((before) => before.replace(/\.\d+/, '.000'))).toEqual([])
  })
})
