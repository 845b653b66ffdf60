import { describe, expect, it } from 'vitest'
import type { BatchOperation } from '../../../spec/resources.ts'
import { array, integer, modelOf, object, schema, string } from './api.ts'

const schemas = { Pet: object('id', 'name', 'status') }
const Pet = schema('Pet')
const pets = {
  'GET /pets': { answers: array(Pet) },
  'POST /pets': { sends: object('name'), answers: Pet, status: '201' },
  'GET /pets/{petId}': { answers: Pet },
}
const ids = object({ ids: array(string) })

async function batchIn(line: string, sketch: object): Promise<BatchOperation | undefined> {
  return (await modelOf({ ...pets, [line]: sketch }, schemas)).batches.get(line)
}

describe('an operation on several records', () => {
  it.each([
    ['POST /pets/bulk', { sends: object({ pets: array(object('name')) }) }, 'create'],
    ['POST /pets/batch/create', { sends: array(object('name')) }, 'create'],
    ['POST /pets/import', { sends: array(object('name')) }, 'create'],
    ['POST /pets', { sends: array(Pet), answers: array(Pet) }, 'create'],
    ['PATCH /pets/bulk', { sends: array(Pet) }, 'update'],
    ['POST /pets/bulk-update', { sends: object({ items: array(Pet) }) }, 'update'],
    ['POST /pets/bulk-update', { sends: object({ ids: array(string), changes: object('name') }) }, 'update'],
    ['DELETE /pets/bulk', { sends: ids }, 'delete'],
    ['POST /pets:batchDelete', { sends: ids }, 'delete'],
    ['POST /pets/bulk_delete/', { sends: ids }, 'delete'],
    ['POST /pets/delete-many', { sends: object({ pet_ids: array(string) }) }, 'delete'],
    ['DELETE /pets', { query: { ids: array(string) } }, 'delete'],
    ['GET /pets:batchGet', { query: { ids: array(string) }, answers: array(Pet) }, 'read'],
  ])('has an effect by its path or its method: %s', async (line, sketch, effect) => {
    expect((await batchIn(line, sketch))?.effect).toBe(effect)
  })

  it.each([
    ['POST /pets/bulk', { sends: object({ colours: array(string) }) }],
    ['POST /pets/bulk-order', { sends: ids }],
    ['DELETE /pets', {}],
    ['DELETE /pets', { query: { sizes: array(integer) } }],
    ['POST /owners/bulk', { sends: array(Pet) }],
  ])('is none if it lists no records of a collection: %s', async (line, sketch) => {
    expect(await batchIn(line, sketch)).toBeUndefined()
  })

  it.each([
    [object({ ids: array(string), changes: object('name', 'status') }), ['changes']],
    [object({ keys: array(string), data: object('id', 'name') }), ['data']],
    [object({ ids: array(string) }, 'status'), []],
    [object({ ids: array(string), add_status: array(string) }, 'name'), []],
    [object({ ids: array(string), add_colours: array(string) }, 'name'), undefined],
    [object({ ids: array(string), changes: object('colour') }), undefined],
    [object({ ids: array(string), why: string, changes: object('name') }), undefined],
  ])('says where the changes are that all records in a list of ids share', async (sends, path) => {
    expect((await batchIn('PATCH /pets/bulk', { sends }))?.sharedPath).toEqual(path)
  })

  it.each([
    ['POST /pets/name-changes', object({ changes: array(object('petId', 'name')) }), 'petId'],
    ['PATCH /pets/update', array(object('id', 'status')), 'id'],
    ['POST /pets/name-changes', array(object('petId', 'colour')), undefined],
    ['POST /pets/name-changes', array(object('petId')), undefined],
    ['POST /pets/adoptions', array(object('petId', 'name')), undefined],
  ])('says which property of a change has the id of its record: %s %j', async (line, sends, name) => {
    expect((await batchIn(line, { sends }))?.idName).toBe(name)
  })

  it('says where the list and the records in it are', async () => {
    const sends = object({ requests: array(object('petId', { pet: Pet })) })
    const batch = await batchIn('POST /pets:batchCreate', { sends, answers: object({ pets: array(Pet) }) })
    expect(batch).toMatchObject({ path: ['requests'], recordPath: ['pet'], responsePath: ['pets'] })
  })
})
