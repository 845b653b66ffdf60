import { describe, expect, it } from 'vitest'
import type { Api } from '../../../contracts/api/api.ts'
import type { Answer } from '../../../contracts/interaction.ts'
import { createRecords, type Records } from '../../../contracts/records/records.ts'
import { answerTo, apiOf } from '../support/answer-to.ts'

const pet = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
}
const treat = { ...pet, properties: { ...pet.properties, flavour: { type: 'string' } } }
const content = (schema: object): object => ({ 'application/json': { schema } })
const ok = { description: 'ok', content: content(pet) }

/** Pets, which can be deleted or not. */
function petsApi({ canDelete }: { readonly canDelete: boolean }): Api {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const removal = { operationId: 'deletePet', responses: { 204: { description: 'gone' } } }
  return apiOf({
    openapi: '3.0.4',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        get: {
          operationId: 'listPets',
          responses: { 200: { description: 'ok', content: content({ type: 'array', items: pet }) } },
        },
        post: {
          operationId: 'createPet',
          requestBody: { content: content(pet) },
          responses: { 201: ok },
        },
      },
      '/pets/{id}': {
        parameters: [id],
        get: { operationId: 'readPet', responses: { 200: ok } },
        ...(canDelete && { delete: removal }),
      },
      '/pets/{id}/treats': {
        parameters: [id],
        get: {
          operationId: 'listTreats',
          responses: { 200: { description: 'ok', content: content({ type: 'array', items: treat }) } },
        },
        post: {
          operationId: 'giveTreat',
          requestBody: { content: content(treat) },
          responses: { 201: { description: 'ok', content: content(treat) } },
        },
      },
      '/pets/{id}/treats/{treatId}': {
        parameters: [id, { ...id, name: 'treatId' }],
        delete: { operationId: 'takeTreat', responses: { 204: { description: 'gone' } } },
      },
    },
  })
}

const create = (api: Api, id: number): Answer => answerTo(api, 'createPet', { status: 201, body: { id } })

function remove(api: Api, id: number, status: number): Answer {
  const answer = answerTo(api, 'deletePet', { status })
  return { ...answer, draft: { ...answer.draft, path: { id } } }
}

const idsOf = (records: Records): readonly unknown[] => records.remaining().map(({ id }) => id)

describe('the records of a run', () => {
  const api = petsApi({ canDelete: true })
  const start = (): Records => createRecords(api, 'http://127.0.0.1')

  it('are kept until they are deleted, newest first', () => {
    const records = start()
    for (const id of [1, 2, 3]) records.note(create(api, id))
    records.note(remove(api, 2, 204))
    expect(idsOf(records)).toEqual([3, 1])
    expect(records.left()).toEqual(new Map([['/pets', { count: 2, ids: [3, 1], statuses: [] }]]))
    for (const record of records.remaining()) record.stuck = 500
    expect(records.left().get('/pets')?.statuses).toEqual([500])
  })

  it('are forgotten with their parent', () => {
    const records = start()
    for (const id of [1, 2]) {
      records.note(create(api, id))
      const given = answerTo(api, 'giveTreat', { status: 201, body: { id: 7 } })
      records.note({ ...given, draft: { ...given.draft, path: { id } } })
    }
    records.note(remove(api, 2, 204))
    expect(records.remaining().map(({ key }) => key)).toEqual([[1, 7], [1]])
  })

  it('share their deletion with all fixtures of the same record', () => {
    const records = start()
    const [one, two] = [create(api, 1), create(api, 2)]
    records.note(one)
    records.note(two)
    const [first, second] = [records.createdBy(one), records.createdBy(two)]
    expect([first?.record, first?.creation, first?.gone]).toEqual([{ id: 1 }, one, false])
    records.note(remove(api, 1, 404))
    expect(first?.gone).toBe(true)
    if (second) second.gone = true
    expect(idsOf(records)).toEqual([])
  })

  it('are added once if the creating request is replayed', () => {
    const records = start()
    const [one, again] = [create(api, 1), create(api, 1)]
    records.note(one)
    records.note(again)
    expect(idsOf(records)).toEqual([1])
    records.note(remove(api, 1, 204))
    expect([one, again].map((answer) => records.createdBy(answer)?.gone)).toEqual([true, true])
  })

  it('include a new record with the id of a deleted one', () => {
    const records = start()
    for (const step of [create(api, 1), remove(api, 1, 204), create(api, 1)]) records.note(step)
    expect(idsOf(records)).toEqual([1])
  })

  it('do not include refused creations', () => {
    const records = start()
    const refused = answerTo(api, 'createPet', { status: 400, body: { id: 1 } })
    records.note(refused)
    records.note(create(api, 2))
    records.note(remove(api, 2, 409))
    expect(records.createdBy(refused)).toBeUndefined()
    expect(idsOf(records)).toEqual([2])
  })

  it('do not keep exchanges in memory', () => {
    const records = start()
    for (let id = 0; id < 100; id += 1) records.note(create(api, id))
    expect(records.remaining()).toHaveLength(100)
    expect(records.remaining().filter(({ creation, record }) => creation ?? record)).toEqual([])
  })

  it('are counted but only partly remembered if nothing can delete them', () => {
    const lasting = petsApi({ canDelete: false })
    const records = createRecords(lasting, 'http://127.0.0.1')
    for (let id = 0; id < 3_000; id += 1) records.note(create(lasting, id))
    expect(records.remaining().length).toBeLessThan(3_000)
    expect(records.left().get('/pets')?.count).toBe(3_000)
    expect(records.left().get('/pets')?.ids).toHaveLength(5)
  })
})
