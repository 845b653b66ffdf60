import { describe, expect, it } from 'vitest'
import type { Reference } from '../../../../spec/resources.ts'
import { array, integer, modelOf, object, schema, string } from '../api.ts'

type Node = Readonly<Record<string, unknown>>

const others = {
  'GET /categories': { answers: array(schema('Category')) },
  'GET /categories/{id}': { answers: schema('Category') },
  'GET /store/shelves': { answers: array(schema('Shelf')) },
  'GET /store/shelves/{id}': { answers: schema('Shelf') },
}

/** Those of `/pets`, whose records have these properties beside the id, and whose creation takes the others. */
async function referencesOf(shown: Node, sent: Node = {}): Promise<readonly Reference[] | undefined> {
  const pet = object('id', shown)
  const model = await modelOf(
    {
      'GET /pets': { answers: array(pet) },
      'POST /pets': { answers: pet, status: '201', sends: object('name', sent) },
      'GET /pets/{id}': { answers: pet },
      ...others,
    },
    { Category: object('id', 'label'), Shelf: object('id', 'height'), Pet: pet },
  )
  return model.resources[0]?.references
}

describe('references are properties named after another resource', () => {
  it.each([
    ['categoryId', '/categories'],
    ['category_id', '/categories'],
    ['idCategory', '/categories'],
    ['categoryUuid', '/categories'],
    ['shelf_id', '/store/shelves'],
    ['category', undefined],
    ['externalId', undefined],
    ['petId', undefined],
  ])('%s to %s', async (property, resource) => {
    const expected = resource === undefined ? [] : [{ property, resource }]
    expect(await referencesOf({ [property]: string })).toEqual(expected)
  })

  it('need the type of the id', async () => {
    expect(await referencesOf({ categoryId: integer })).toEqual([])
  })

  it('may have a list of ids', async () => {
    expect(await referencesOf({ category_ids: array(string) })).toEqual([
      { property: 'category_ids', resource: '/categories' },
    ])
  })

  it('may be what clients send alone', async () => {
    expect(await referencesOf({}, { categoryId: string })).toEqual([
      { property: 'categoryId', resource: '/categories' },
    ])
  })
})

describe('records that others show refer to where they can be read', () => {
  const category = { resource: '/categories', idProperty: 'id' }
  it.each<readonly [string, Node, object | undefined]>([
    ['a record of the same schema', { kind: schema('Category') }, { property: 'kind', ...category }],
    ['a list of them', { kinds: array(schema('Category')) }, { property: 'kinds', ...category }],
    [
      'a record or nothing',
      { kind: { anyOf: [schema('Category'), { type: 'null' }] } },
      { property: 'kind', ...category },
    ],
    [
      'an id or a record',
      { kind: { anyOf: [string, schema('Category')] } },
      { property: 'kind', ...category },
    ],
    ['an object of that name with the id', { category: object('id') }, { property: 'category', ...category }],
    ['an object of that name without', { category: object('label') }, undefined],
    ['an object of that name with another id', { category: object({ id: integer }) }, undefined],
    ['an object of another name', { maker: object('id') }, undefined],
    ['a record of its own kind', { parent: schema('Pet') }, undefined],
  ])('%s', async (_, shown, expected) => {
    expect(await referencesOf(shown)).toEqual(expected === undefined ? [] : [expected])
  })

  it('and so does the id that is called like the record', async () => {
    expect(await referencesOf({ kind: schema('Category') }, { kindId: string })).toEqual([
      { property: 'kind', ...category },
      { property: 'kindId', resource: '/categories' },
    ])
  })
})

describe('a part that another record has may stand before its name, where both ids are of one form', () => {
  const coded = { type: 'string', pattern: '^shelf_[0-9]+$' }
  it.each([
    ['fromShelfId', schema('ShelfId'), true],
    ['to_shelf_id', { anyOf: [schema('ShelfId'), { type: 'null' }] }, true],
    ['homeShelfIds', { type: 'array', items: coded }, true],
    ['external_shelf_id', string, false],
    ['externalShelfId', { type: 'string', pattern: '^[A-Z]+$' }, false],
    ['from_shelf', schema('ShelfId'), false],
  ])('%s', async (property, node, isReference) => {
    const [shelf, pet] = [object('id', { id: schema('ShelfId') }), object('id', { [property]: node })]
    const model = await modelOf(
      {
        'GET /pets': { answers: array(pet) },
        'GET /pets/{id}': { answers: pet },
        'GET /shelves': { answers: array(shelf) },
        'GET /shelves/{id}': { answers: shelf },
      },
      { ShelfId: coded },
    )
    expect(model.resources[0]?.references).toEqual(isReference ? [{ property, resource: '/shelves' }] : [])
  })
})

describe('references to records of the same resource', () => {
  it.each([
    ['parentId', [{ property: 'parentId', resource: '/pets' }]],
    ['parent_id', [{ property: 'parent_id', resource: '/pets' }]],
    ['parentPetId', [{ property: 'parentPetId', resource: '/pets' }]],
    ['parentFolderId', []],
    ['parent', []],
    ['transparentId', []],
  ])('are ids of a parent: %s', async (property, expected) => {
    expect(await referencesOf({ [property]: string })).toEqual(expected)
  })

  it('need the type of the id', async () => {
    expect(await referencesOf({ parentId: integer })).toEqual([])
  })

  it('may show such a record, whatever it is called', async () => {
    const pet = schema('Pet')
    const model = await modelOf(
      { 'GET /pets': { answers: array(pet) }, 'GET /pets/{id}': { answers: pet } },
      { Pet: object('id', { mother: pet, litter: array(pet) }) },
    )
    expect(model.resources[0]?.references).toEqual([
      { property: 'mother', resource: '/pets', idProperty: 'id' },
    ])
  })

  it('are none where what contains the records may be meant', async () => {
    const comment = object('id', { parentId: string, parentCommentId: string })
    const model = await modelOf({
      'GET /posts': { answers: array(object('id')) },
      'GET /posts/{id}': { answers: object('id') },
      'GET /posts/{id}/comments': { answers: array(comment) },
      'GET /posts/{id}/comments/{commentId}': { answers: comment },
    })
    const own = model.resources.find(({ name }) => name === '/posts/comments')
    expect(own?.references).toEqual([{ property: 'parentCommentId', resource: '/posts/comments' }])
  })
})

describe('references to records of the same resource', () => {
  it.each([
    ['/employees', 'managerId', integer, true],
    ['/users', 'supervisor_id', integer, true],
    ['/shops', 'managerId', integer, false],
    ['/comments', 'replyTo', integer, true],
    ['/messages', 'inReplyTo', integer, true],
    ['/comments', 'nextCommentId', integer, false],
    ['/orders', 'externalOrderId', integer, false],
    ['/categories', 'parentId', integer, true],
  ])('%s by %s', async (path, property, node, isReference) => {
    const record = { type: 'object', properties: { id: integer, [property]: node } }
    const model = await modelOf({
      [`GET ${path}`]: { answers: array(record) },
      [`GET ${path}/{id}`]: { answers: record },
    })
    expect(model.resources[0]?.references).toEqual(isReference ? [{ property, resource: path }] : [])
  })

  it.each([
    ['/comments', true],
    ['/messages', false],
  ])('by a text that may be an address, not where mail is sent: %s', async (path, isReference) => {
    const record = { type: 'object', properties: { id: string, replyTo: string } }
    const model = await modelOf({
      [`GET ${path}`]: { answers: array(record) },
      [`GET ${path}/{id}`]: { answers: record },
    })
    expect(model.resources[0]?.references).toHaveLength(isReference ? 1 : 0)
  })
})

describe('a schema that is called after a record and has less than it stands for it', () => {
  const user = object('id', { name: string, email: string })
  const less = { type: 'object', properties: { id: string, name: string } }

  it.each([
    ['UserRef', less, true],
    ['UserSummary', less, true],
    ['EmbeddedUser', less, true],
    ['UserSettings', less, false],
    ['Party', less, false],
    ['UserRef', { type: 'object', properties: { id: string, label: string } }, false],
    ['UserRef', { type: 'object', properties: { name: string } }, false],
  ])('%s', async (name, node, isReference) => {
    const note = object('id', { author: { anyOf: [schema(name), { type: 'null' }] } })
    const model = await modelOf(
      {
        'GET /notes': { answers: array(note) },
        'GET /notes/{id}': { answers: note },
        'GET /users': { answers: array(schema('User')) },
        'GET /users/{id}': { answers: schema('User') },
      },
      { User: user, [name]: node },
    )
    const expected = [{ property: 'author', resource: '/users', idProperty: 'id' }]
    expect(model.resources[0]?.references).toEqual(isReference ? expected : [])
  })
})
