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

/** The references of `/pets`, whose records have these properties; requests have the properties in the second argument. */
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

  it.each([
    ['home_warehouse_id', [{ property: 'home_warehouse_id', resource: '/warehouses' }]],
    ['external_warehouse_id', []],
  ])('may name the role of a record with a number as id: %s', async (property, references) => {
    const warehouse = { type: 'object', properties: { id: integer, name: string } }
    const model = await modelOf({
      'GET /pets': { answers: array(object('id', { [property]: integer })) },
      'POST /pets': { answers: object('id', { [property]: integer }), status: '201', sends: object('name') },
      'GET /pets/{id}': { answers: object('id', { [property]: integer }) },
      'GET /warehouses': { answers: array(warehouse) },
      'GET /warehouses/{id}': { answers: warehouse },
    })
    expect(model.resources[0]?.references).toEqual(references)
  })

  it('may be named after a role that users have', async () => {
    const id = { type: 'string', format: 'uuid' }
    const user = object({ id, role: { type: 'string', enum: ['admin', 'groomer'] } })
    const pet = object('id', { groomerIds: array(id), trainerId: id })
    const model = await modelOf({
      'GET /pets': { answers: array(pet) },
      'GET /users': { answers: array(user) },
      'GET /users/{id}': { answers: user },
    })
    expect(model.resources[0]?.references).toEqual([{ property: 'groomerIds', resource: '/users' }])
  })

  it('have the type of the id', async () => {
    expect(await referencesOf({ categoryId: integer })).toEqual([])
  })

  it.each([
    ['The category that the pet is shown in.', true],
    ['ID of the category, if it has one.', true],
    ['The category name in other systems.', false],
    ['What the category manager wrote.', false],
  ])('can be named by their description: %s', async (description, isReference) => {
    const node = { ...string, description }
    const expected = [{ property: 'displayId', resource: '/categories' }]
    expect(await referencesOf({ displayId: node })).toEqual(isReference ? expected : [])
    expect(await referencesOf({ display: node })).toEqual([])
  })

  it('can be named after the records whose ids their description says they are', async () => {
    const node = { ...string, description: 'Id of the category.' }
    expect(await referencesOf({ main_category: node })).toEqual([
      { property: 'main_category', resource: '/categories' },
    ])
    expect(await referencesOf({ category: { ...string, description: 'The category.' } })).toEqual([])
  })

  it.each([
    ['Name of the category.', [{ property: 'category', resource: '/categories' }]],
    ['Title of the category.', []],
  ])('can hold what identifies records besides an id, as described: %s', async (description, references) => {
    const category = object('name')
    const model = await modelOf({
      'GET /pets': { answers: array(object({ id: string, category: { ...string, description } })) },
      'GET /pets/{id}': { answers: object({ id: string, category: { ...string, description } }) },
      'GET /categories': { answers: array(category) },
      'PUT /categories/{name}': { answers: category, sends: category },
      'GET /categories/{name}': { answers: category },
    })
    expect(model.resources[0]?.references).toEqual(references)
  })

  it('can be named after a role if their description says what the records do for it', async () => {
    const node = { ...string, description: 'Id of the category that it is shown in.' }
    expect(await referencesOf({ place: node })).toEqual([{ property: 'place', resource: '/categories' }])
    expect(await referencesOf({ place: { ...string, description: 'Id of the category.' } })).toEqual([])
  })

  it('can be the code of a record that is called a code itself', async () => {
    const code = object('code', 'percent')
    const model = await modelOf({
      'GET /orders': { answers: array(object('id', 'promoCode', 'code')) },
      'GET /orders/{id}': { answers: object('id', 'promoCode', 'code') },
      'GET /promo-codes': { answers: array(code) },
      'GET /promo-codes/{code}': { answers: code },
    })
    expect(model.resources[0]?.references).toEqual([{ property: 'promoCode', resource: '/promo-codes' }])
  })

  it('can be a list of ids', async () => {
    expect(await referencesOf({ category_ids: array(string) })).toEqual([
      { property: 'category_ids', resource: '/categories' },
    ])
  })

  it.each([
    ['vin', [{ property: 'vin', resource: '/cars' }]],
    ['vins', [{ property: 'vins', resource: '/cars' }]],
    ['code', []],
    ['isbn', []],
  ])('or have the name of an id that is not common: %s', async (property, references) => {
    const [car, title] = [object('vin', 'label'), object('code', 'isbn')]
    const model = await modelOf({
      'GET /lines': { answers: array(object('id', property)) },
      'POST /lines': { sends: object(property), answers: object('id', property), status: '201' },
      'GET /lines/{id}': { answers: object('id', property) },
      'POST /cars': { sends: car, answers: car, status: '201' },
      'GET /cars/{vin}': { answers: car },
      'POST /titles': { sends: title, answers: title, status: '201' },
      'GET /titles/{code}': { answers: title },
      'GET /catalogue/{isbn}': { answers: object('isbn', 'text') },
      'DELETE /catalogue/{isbn}': {},
    })
    expect(model.resources.find(({ name }) => name === '/lines')?.references).toEqual(references)
  })

  it('can be in requests only', async () => {
    expect(await referencesOf({}, { categoryId: string })).toEqual([
      { property: 'categoryId', resource: '/categories' },
    ])
  })
})

describe('embedded records are references', () => {
  const category = { resource: '/categories', idProperty: 'id' }
  it.each<readonly [string, Node, object | undefined]>([
    ['a record of the same schema', { kind: schema('Category') }, { property: 'kind', ...category }],
    ['a list of such records', { kinds: array(schema('Category')) }, { property: 'kinds', ...category }],
    [
      'a record or null',
      { kind: { anyOf: [schema('Category'), { type: 'null' }] } },
      { property: 'kind', ...category },
    ],
    [
      'an id, which the record may replace',
      { kind: { anyOf: [string, schema('Category')] } },
      { property: 'kind', resource: '/categories' },
    ],
    [
      'an object named after the resource, with an id',
      { category: object('id') },
      { property: 'category', ...category },
    ],
    ['an object named after the resource, without an id: none', { category: object('label') }, undefined],
    [
      'an object named after the resource, with an id of another type: none',
      { category: object({ id: integer }) },
      undefined,
    ],
    ['an object of another name: none', { maker: object('id') }, undefined],
    ['a record of the same resource: none', { parent: schema('Pet') }, undefined],
  ])('%s', async (_, shown, expected) => {
    expect(await referencesOf(shown)).toEqual(expected === undefined ? [] : [expected])
  })

  it('and so is an id named after the embedded record', async () => {
    expect(await referencesOf({ kind: schema('Category') }, { kindId: string })).toEqual([
      { property: 'kind', ...category },
      { property: 'kindId', resource: '/categories' },
    ])
  })
})

describe('a role may precede the name of the resource if both ids have the same format', () => {
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

describe('references to a parent of the same resource', () => {
  it.each([
    ['parentId', [{ property: 'parentId', resource: '/pets' }]],
    ['parent_id', [{ property: 'parent_id', resource: '/pets' }]],
    ['parentPetId', [{ property: 'parentPetId', resource: '/pets' }]],
    ['parentFolderId', []],
    ['parent', []],
    ['transparentId', []],
  ])('are named after the parent: %s', async (property, expected) => {
    expect(await referencesOf({ [property]: string })).toEqual(expected)
  })

  it('have the type of the id', async () => {
    expect(await referencesOf({ parentId: integer })).toEqual([])
  })

  it('can be embedded records of any name', async () => {
    const pet = schema('Pet')
    const model = await modelOf(
      { 'GET /pets': { answers: array(pet) }, 'GET /pets/{id}': { answers: pet } },
      { Pet: object('id', { mother: pet, litter: array(pet) }) },
    )
    expect(model.resources[0]?.references).toEqual([
      { property: 'mother', resource: '/pets', idProperty: 'id' },
    ])
  })

  it('can be embedded records of the same scope', async () => {
    const phase = { number: integer, title: string }
    const task = object('id', { phase: object(phase) })
    const { resources } = await modelOf(
      {
        'GET /plans': { answers: array(schema('Plan')) },
        'GET /plans/{planId}': { answers: schema('Plan') },
        'GET /plans/{planId}/phases': { answers: array(object(phase)) },
        'GET /plans/{planId}/phases/{number}': { answers: object(phase) },
        'GET /plans/{planId}/tasks': { answers: array(task) },
        'POST /plans/{planId}/tasks': { answers: task, status: '201', sends: object({ phase: integer }) },
        'GET /plans/{planId}/tasks/{id}': { answers: task },
      },
      { Plan: object('id', 'name') },
    )
    expect(resources.find(({ name }) => name === '/plans/tasks')?.references).toEqual([
      { property: 'phase', resource: '/plans/phases', idProperty: 'number' },
    ])
  })

  it('are ambiguous in nested records, where the outer record may be meant', async () => {
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

describe('references to the same resource by role', () => {
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
  ])('replyTo is a reference in %s only where it is not an email address', async (path, isReference) => {
    const record = { type: 'object', properties: { id: string, replyTo: string } }
    const model = await modelOf({
      [`GET ${path}`]: { answers: array(record) },
      [`GET ${path}/{id}`]: { answers: record },
    })
    expect(model.resources[0]?.references).toHaveLength(isReference ? 1 : 0)
  })
})

describe('a schema named after a resource with a subset of its properties is a reference', () => {
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

describe('a property named after the role of a user is a reference', () => {
  const uuid = { type: 'string', format: 'uuid' }

  it('if the document calls users otherwise', async () => {
    const employee = { type: 'object', properties: { id: integer, name: string } }
    const task = { type: 'object', properties: { id: integer, assigneeId: integer } }
    const model = await modelOf({
      'GET /tasks': { answers: array(task) },
      'GET /tasks/{id}': { answers: task },
      'GET /employees': { answers: array(employee) },
      'GET /employees/{id}': { answers: employee },
    })
    expect(model.resources[0]?.references).toEqual([{ property: 'assigneeId', resource: '/employees' }])
  })

  it.each([
    ['created_by', integer, integer, true],
    ['assigneeIds', integer, array(integer), true],
    ['organizerId', integer, integer, true],
    ['created_by', string, string, false],
    ['invitedBy', uuid, uuid, true],
    ['fromUserId', uuid, uuid, true],
    ['score', integer, integer, false],
  ])('%s', async (property, id, node, isReference) => {
    const user = { type: 'object', properties: { id, name: string } }
    const note = { type: 'object', properties: { id, [property]: node } }
    const model = await modelOf({
      'GET /notes': { answers: array(note) },
      'GET /notes/{id}': { answers: note },
      'GET /users': { answers: array(user) },
      'GET /users/{id}': { answers: user },
    })
    expect(model.resources[0]?.references).toEqual(isReference ? [{ property, resource: '/users' }] : [])
  })
})

it.each([
  [{ category: integer }, [{ property: 'category', resource: '/categories' }]],
  [{ categories: array(integer) }, [{ property: 'categories', resource: '/categories' }]],
  [{ categories: integer }, []],
  [{ category: { ...integer, maximum: 9 } }, []],
  [{ category: { ...integer, minimum: 0 } }, []],
  [{ category: string }, []],
])('an integer that is named like a record is its id: %j', async (properties, references) => {
  const ofCategory = { type: 'object', properties: { id: integer, label: string } }
  const pet = { type: 'object', properties: { id: integer, ...properties } }
  const model = await modelOf({
    'GET /pets': { answers: array(pet) },
    'POST /pets': { answers: pet, status: '201', sends: pet },
    'GET /pets/{id}': { answers: pet },
    'GET /categories': { answers: array(ofCategory) },
    'GET /categories/{id}': { answers: ofCategory },
  })
  expect(model.resources[0]?.references).toEqual(references)
})

it.each([
  ['discount', integer, false],
  ['discount', { type: 'string', format: 'uuid' }, true],
])('a number that is a quantity by its name is no id: %s as %j', async (property, id, isReference) => {
  const discount = { type: 'object', properties: { id, label: string } }
  const sale = { type: 'object', properties: { id, [property]: id } }
  const model = await modelOf({
    'GET /sales': { answers: array(sale) },
    'GET /discounts': { answers: array(discount) },
    'GET /discounts/{id}': { answers: discount },
  })
  expect(model.resources[0]?.references).toEqual(isReference ? [{ property, resource: '/discounts' }] : [])
})
