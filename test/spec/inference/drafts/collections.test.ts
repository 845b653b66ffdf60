import { describe, expect, it } from 'vitest'
import type { Resource, ResourceModel } from '../../../../spec/resources.ts'
import { allRoles, array, integer, modelOf, object, rolesOf, schema, string } from '../api.ts'

const pet = object({ id: integer }, 'name', 'status')
const schemas = { Pet: pet, NewPet: object('name', 'status') }
const Pet = schema('Pet')

describe('collections and items', () => {
  it('have list, create, read, replace, update and delete operations', async () => {
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'POST /pets': { sends: schema('NewPet'), answers: Pet, status: '201' },
        'GET /pets/{petId}': { answers: Pet, path: { petId: integer } },
        'PUT /pets/{petId}': { sends: schema('NewPet'), answers: Pet, path: { petId: integer } },
        'PATCH /pets/{petId}': { sends: schema('NewPet'), answers: Pet, path: { petId: integer } },
        'DELETE /pets/{petId}': { status: '204', path: { petId: integer } },
      },
      schemas,
    )
    expect(model.stateless).toEqual([])
    expect(model.resources).toHaveLength(1)
    expect(model.resources[0]).toMatchObject({
      name: '/pets',
      kind: 'collection',
      collectionPath: '/pets',
      itemPath: '/pets/{petId}',
      idParameter: 'petId',
      idProperty: 'id',
      idType: 'integer',
      scope: [],
      parent: undefined,
      discoverable: true,
    })
    expect(
      model.resources[0]?.operations.map(({ role, status, idParameter, responsePath }) => [
        role,
        status,
        idParameter,
        responsePath,
      ]),
    ).toEqual([
      ['list', 200, undefined, []],
      ['create', 201, undefined, []],
      ['read', 200, 'petId', []],
      ['replace', 200, 'petId', []],
      ['delete', 204, 'petId', undefined],
      ['update', 200, 'petId', []],
    ])
    expect(model.roles.get('GET /pets')).toMatchObject({
      resource: { name: '/pets' },
      operation: { role: 'list' },
    })
  })

  it.each([
    ['replace', 'all that a creation sends', object('name', 'status')],
    ['update', 'less than a creation sends', object('name')],
    ['update', 'nothing that must be there', { ...object('name', 'status'), required: [] }],
  ])('%s records by PUT with %s, whatever else records have', async (role, _, sends) => {
    const shown = { ...object({ id: integer }, 'name', 'status', 'createdAt'), required: ['id', 'createdAt'] }
    const model = await modelOf({
      'POST /pets': {
        sends: { ...object('name', 'status'), required: ['name'] },
        answers: shown,
        status: '201',
      },
      'GET /pets/{petId}': { answers: shown, path: { petId: integer } },
      'PUT /pets/{petId}': {
        sends: { required: ['name'], ...sends },
        answers: shown,
        path: { petId: integer },
      },
    })
    expect(model.roles.get('PUT /pets/{petId}')?.operation.role).toBe(role)
  })

  it.each([
    ['/v1/pets/', '/v1/pets/{id}/'],
    ['/pets.json', '/pets/{id}.json'],
    ['/pets', '/pets/{id}.{format}'],
    ['/Pets', "/Pets('{id}')"],
    ['/pets/list', '/pets/get/{id}'],
    ['/pets?all=true', '/pets/{id}?full=true'],
  ])('can have paths with suffixes or without: %s and %s', async (list, item) => {
    const model = await modelOf(
      { [`GET ${list}`]: { answers: array(Pet) }, [`GET ${item}`]: { answers: Pet } },
      schemas,
    )
    expect(allRoles(model).map((role) => role.replace(/^.*: /, ''))).toEqual([
      `list GET ${list}`,
      `read GET ${item}`,
    ])
    expect(model.resources).toHaveLength(1)
  })

  it('ignore verbs in paths that repeat the method', async () => {
    const model = await modelOf(
      {
        'GET /pets/all': { answers: array(Pet) },
        'POST /pets/create': { sends: schema('NewPet'), answers: Pet },
        'GET /pets/{id}': { answers: Pet },
        'PUT /pets/update/{id}': { sends: Pet, answers: Pet },
        'DELETE /pets/delete/{id}': {},
      },
      schemas,
    )
    expect(allRoles(model)).toEqual([
      '/pets: list GET /pets/all',
      '/pets: create POST /pets/create',
      '/pets: read GET /pets/{id}',
      '/pets: replace PUT /pets/update/{id}',
      '/pets: delete DELETE /pets/delete/{id}',
    ])
  })

  it('ignore a format or a verb after the id, unless it leads to a file', async () => {
    const model = await modelOf(
      {
        'GET /pets/json': { answers: array(Pet) },
        'POST /pets/create': { sends: schema('NewPet'), answers: Pet },
        'GET /pets/{id}/get': {},
        'GET /pets/{id}/json': { answers: Pet },
        'PUT /pets/{id}/update': { sends: Pet, answers: Pet },
        'DELETE /pets/{id}': {},
      },
      schemas,
    )
    expect(allRoles(model)).toEqual([
      '/pets: list GET /pets/json',
      '/pets: create POST /pets/create',
      '/pets: read GET /pets/{id}/json',
      '/pets: replace PUT /pets/{id}/update',
      '/pets: delete DELETE /pets/{id}',
    ])
  })

  it('can have items without a list', async () => {
    const model = await modelOf(
      { 'POST /pets': { sends: schema('NewPet'), answers: Pet }, 'GET /pets/{id}': { answers: Pet } },
      schemas,
    )
    expect(allRoles(model)).toEqual(['/pets: create POST /pets', '/pets: read GET /pets/{id}'])
    expect(model.resources[0]?.discoverable).toBe(true)
  })

  it('are not discoverable if nothing lists or creates items', async () => {
    const model = await modelOf(
      { 'GET /pets/{id}': { answers: Pet }, 'PATCH /pets/{id}': { sends: Pet } },
      schemas,
    )
    expect(model.resources[0]).toMatchObject({ discoverable: false, collectionPath: undefined })
  })

  it('are not discoverable if the list does not show the id', async () => {
    const model = await modelOf({
      'GET /videos': { answers: array(object('uri', 'title')) },
      'DELETE /videos/{number}': { path: { number: integer } },
    })
    expect(model.resources[0]).toMatchObject({ discoverable: false, idProperty: undefined })
  })

  it.each([
    ['commit_sha', 'ref', 'sha'],
    ['tag', 'repository_tag', 'tag'],
    ['country', 'country', 'country_code'],
  ])('named %s and %s in paths, the id is the property %s', async (elsewhere, parameter, property) => {
    const model = await modelOf({
      'GET /things': { answers: array(object('note', property)) },
      [`GET /things/{${parameter}}`]: { answers: object('note', property) },
      [`GET /things/{${elsewhere}}/parts`]: { answers: array(object('size')) },
    })
    expect(model.resources[0]?.idProperty).toBe(property)
  })

  it.each([
    ['forbidden', false],
    ['objects', { type: 'object' }],
  ])(
    'are not discoverable if records cannot have the id, as additional properties are %s',
    async (_, others) => {
      const tag = { ...object('colour'), additionalProperties: others, allOf: [schema('Named')] }
      const model = await modelOf(
        { 'GET /tags': { answers: array(tag) }, 'GET /tags/{name}': { answers: tag } },
        { Named: object('name') },
      )
      expect(model.resources[0]).toMatchObject({ idProperty: undefined, discoverable: false })
    },
  )

  it('do not take a property whose schema excludes the ids in the path as the id', async () => {
    const id = { allOf: [{ type: 'string', minLength: 12, maxLength: 12 }] }
    const audit = { type: 'object', properties: { id, note: string } }
    const path = { auditId: { type: 'string', minLength: 36, maxLength: 36 } }
    const model = await modelOf({
      'GET /audits/{auditId}': { answers: audit, path },
      'PATCH /audits/{auditId}': { sends: audit, answers: audit, path },
    })
    expect(model.resources[0]).toMatchObject({ idProperty: undefined, idType: 'string' })
  })

  it.each([
    ['format', { format: 'uuid' }],
    ['pattern', { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }],
  ])('do not take a name as the id if the path takes UUIDs, by their %s', async (_, form) => {
    const uuid = { type: 'string', ...form }
    const model = await modelOf({
      'GET /lists': { answers: array(object('name')) },
      'GET /lists/{listId}': { answers: object('name'), path: { listId: uuid } },
    })
    expect(model.resources[0]).toMatchObject({ idProperty: undefined, idType: 'string' })
  })

  it('do not take a name as the id if a creation responds with an id that they do not show', async () => {
    const tune = object('name', 'key')
    const model = await modelOf({
      'GET /tunes': { answers: array(tune) },
      'POST /tunes': { sends: tune, answers: object('id', 'state') },
      'GET /tunes/{tuneId}': { answers: tune },
    })
    expect(model.resources[0]).toMatchObject({ idProperty: undefined, idType: 'string' })
  })

  it('have no parent whose ids their path does not accept', async () => {
    const below = (id: object): Promise<ResourceModel> =>
      modelOf({
        'GET /items': { answers: array(object({ id: { type: 'string', pattern: '^[a-z]{26}$' } })) },
        'GET /items/{id}': { answers: object({ id: { type: 'string', pattern: '^[a-z]{26}$' } }) },
        'GET /items/{itemId}/files': { answers: array(object('path')), path: { itemId: id } },
        'POST /items/{itemId}/files': {
          sends: object('path'),
          answers: object('path'),
          path: { itemId: id },
        },
      })
    const files = (model: ResourceModel): Resource | undefined =>
      model.resources.find(({ name }) => name === '/items/files')
    expect(files(await below(string))?.parent).toMatchObject({ resource: '/items' })
    expect(files(await below({ type: 'string', format: 'uuid' }))).toMatchObject({ parent: undefined })
  })

  it('need no id without item paths', async () => {
    const model = await modelOf({ 'GET /hours': { answers: array(object('day', 'opens')) } })
    expect(model.resources[0]).toMatchObject({
      name: '/hours',
      idParameter: undefined,
      idProperty: undefined,
      itemPath: undefined,
    })
  })

  it('are changed by what is sent without the object that responses nest it in', async () => {
    const nested = object({ data: object({ id: integer, attributes: object('name', 'status') }) })
    const model = await modelOf({
      'GET /pets/{id}': { answers: nested },
      'PUT /pets/{id}': { sends: object({ data: object('name', 'status') }), answers: nested },
    })
    expect(model.roles.get('PUT /pets/{id}')?.operation).toMatchObject({ requestPath: ['data'] })
  })

  it('treat a PUT to the collection with the id in its body as replace', async () => {
    const model = await modelOf(
      {
        'PUT /pet': { sends: Pet, answers: Pet },
        'POST /pet': { sends: Pet, answers: Pet },
        'GET /pet/{petId}': { answers: Pet },
      },
      schemas,
    )
    const [put] = model.resources[0]?.operations ?? []
    expect(put).toMatchObject({ role: 'replace', operationId: 'PUT /pet', idParameter: undefined })
  })

  it('treat a POST to an item as update, or as action if it has no body', async () => {
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'GET /pets/{id}': { answers: Pet },
        'POST /pets/{id}': { sends: schema('NewPet'), answers: Pet },
        'GET /dogs': { answers: array(Pet) },
        'GET /dogs/{id}': { answers: Pet },
        'POST /dogs/{id}': { answers: Pet },
      },
      schemas,
    )
    expect(allRoles(model)).toContain('/pets: update POST /pets/{id}')
    expect(allRoles(model)).toContain('/dogs: action POST /dogs/{id}')
  })

  it('treat a PUT with only some of the properties as update', async () => {
    const whole = { ...pet, required: ['id', 'name', 'status'] }
    const model = await modelOf(
      {
        'GET /a': { answers: array(schema('Whole')) },
        'GET /a/{id}': { answers: schema('Whole') },
        'PUT /a/{id}': { sends: object('name') },
      },
      { Whole: whole },
    )
    expect(rolesOf(model.resources[0])).toContain('update PUT /a/{id}')
  })

  it('treat a PUT without readOnly properties as replace', async () => {
    const whole = {
      ...object({ id: integer, made: { ...string, readOnly: true } }, 'name'),
      required: ['id', 'made', 'name'],
    }
    const model = await modelOf(
      {
        'GET /a': { answers: array(schema('Whole')) },
        'GET /a/{id}': { answers: schema('Whole') },
        'PUT /a/{id}': { sends: object('name') },
      },
      { Whole: whole },
    )
    expect(rolesOf(model.resources[0])).toContain('replace PUT /a/{id}')
  })

  it('take a status range as 200', async () => {
    const model = await modelOf(
      {
        'POST /pets': { sends: Pet, answers: Pet, status: '201' },
        'GET /pets/{id}': { answers: Pet, status: '2XX' },
      },
      schemas,
    )
    expect(model.resources[0]?.operations.map(({ status }) => status)).toEqual([201, 200])
  })

  it('join a list and a create at the plural of the item path', async () => {
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'POST /pets': { sends: object('name'), answers: object('petId') },
        'GET /pet/{petId}': { answers: Pet },
        'DELETE /pet/{petId}': {},
      },
      schemas,
    )
    expect(allRoles(model)).toEqual([
      '/pet: list GET /pets',
      '/pet: create POST /pets',
      '/pet: read GET /pet/{petId}',
      '/pet: delete DELETE /pet/{petId}',
    ])
  })

  it('include a create that responds with the id under the name of the path parameter', async () => {
    const model = await modelOf(
      {
        'POST /pets': { sends: object('name'), answers: object({ data: object('petId') }) },
        'GET /pets/{petId}': { answers: Pet },
      },
      schemas,
    )
    expect(allRoles(model)).toEqual(['/pets: create POST /pets', '/pets: read GET /pets/{petId}'])
  })

  it('include a create whose response is not the record if the list shows what was sent', async () => {
    const message = object('message')
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'POST /pets': { sends: object('name'), answers: message },
        'DELETE /pets/{id}': {},
        'GET /notes': { answers: array(object('text', 'author')) },
        'POST /notes': { sends: object('text') },
        'GET /pets/{id}/toys': { answers: array(object('label')) },
        'POST /pets/{id}/toys': {
          sends: object({ query: object('label') }),
          answers: array(object('label')),
        },
      },
      schemas,
    )
    expect(allRoles(model)).toEqual([
      '/pets: list GET /pets',
      '/pets: create POST /pets',
      '/pets: delete DELETE /pets/{id}',
      '/notes: list GET /notes',
      '/notes: create POST /notes',
      '/pets/toys: list GET /pets/{id}/toys',
    ])
  })

  it('include a create that responds with Location or a bare id, or lets the client choose it', async () => {
    const model = await modelOf(
      {
        'POST /shops': { sends: object('town'), answers: string },
        'GET /shops/{id}': { answers: object('id', 'town') },
        'POST /pets': { sends: schema('NewPet'), status: '201', headers: { Location: { schema: string } } },
        'GET /pets/{id}': { answers: Pet },
        'POST /users': { sends: object('username', 'mail') },
        'GET /users/{username}': { answers: object('username', 'mail') },
      },
      schemas,
    )
    expect(allRoles(model)).toEqual([
      '/shops: create POST /shops',
      '/shops: read GET /shops/{id}',
      '/pets: create POST /pets',
      '/pets: read GET /pets/{id}',
      '/users: create POST /users',
      '/users: read GET /users/{username}',
    ])
    expect(model.resources[0]?.operations[0]?.responsePath).toBeUndefined()
  })
})

describe('nested collections', () => {
  const Store = object('id', 'town')

  it('belong to the item in their path', async () => {
    const model = await modelOf(
      {
        'GET /stores/{id}': { answers: Store },
        'GET /stores': { answers: array(Store) },
        'GET /stores/{store}/pets': { answers: array(Pet) },
        'GET /stores/{store}/pets/{pet}': { answers: Pet },
        'GET /stores/{store}/pets/{pet}/toys': { answers: array(object('name')) },
      },
      schemas,
    )
    expect(model.resources.map(({ name, scope, parent }) => ({ name, scope, parent }))).toEqual([
      { name: '/stores', scope: [], parent: undefined },
      { name: '/stores/pets', scope: ['store'], parent: { resource: '/stores', parameters: ['store'] } },
      {
        name: '/stores/pets/toys',
        scope: ['store', 'pet'],
        parent: { resource: '/stores/pets', parameters: ['store', 'pet'] },
      },
    ])
  })

  it('have operations separate from those of the item', async () => {
    const model = await modelOf(
      {
        'GET /pets/{petId}': { answers: Pet, path: { petId: integer } },
        'PUT /pets/{petId}': { sends: Pet, answers: Pet, path: { petId: integer } },
        'GET /pets/{petId}/{day}': { answers: object('day', 'status'), path: { petId: integer } },
        'DELETE /pets/{petId}/{day}': { status: '204', path: { petId: integer } },
      },
      schemas,
    )
    expect(model.resources.map(rolesOf)).toEqual([
      ['read GET /pets/{petId}', 'replace PUT /pets/{petId}'],
      ['read GET /pets/{petId}/{day}', 'delete DELETE /pets/{petId}/{day}'],
    ])
  })

  it('can have a scope without a parent', async () => {
    const model = await modelOf(
      {
        'GET /{tenant}/pets': { answers: array(Pet) },
        'POST /{tenant}/pets': { sends: Pet, answers: Pet },
        'GET /{tenant}/pets/{id}': { answers: Pet },
      },
      schemas,
    )
    expect(model.resources[0]).toMatchObject({ name: '/pets', scope: ['tenant'], parent: undefined })
    expect(model.resources[0]?.operations.map(({ scope, idParameter }) => [scope, idParameter])).toEqual([
      [['tenant'], undefined],
      [['tenant'], undefined],
      [['tenant'], 'id'],
    ])
  })

  it('with the same name are distinguished by path', async () => {
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'GET /{tenant}/pets': { answers: array(Store) },
        'POST /{tenant}/pets': { sends: Store, answers: Store },
      },
      schemas,
    )
    expect(model.resources.map(({ name }) => name)).toEqual(['/pets', '/{tenant}/pets'])
  })

  it('can be listed below a parameter that is not an item', async () => {
    const model = await modelOf(
      {
        'GET /owners/{owner}': { answers: array(Pet) },
        'POST /owners/{owner}': { sends: Pet, answers: Pet },
        'GET /owners/{owner}/{pet}': { answers: Pet },
      },
      schemas,
    )
    expect(model.resources[0]).toMatchObject({
      scope: ['owner'],
      idParameter: 'pet',
      itemPath: '/owners/{owner}/{pet}',
    })
    expect(rolesOf(model.resources[0])).toEqual([
      'list GET /owners/{owner}',
      'create POST /owners/{owner}',
      'read GET /owners/{owner}/{pet}',
    ])
  })
})
