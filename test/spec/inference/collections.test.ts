import { describe, expect, it } from 'vitest'
import type { Resource, ResourceModel } from '../../../spec/resources.ts'
import { allRoles, array, integer, modelOf, object, rolesOf, schema, string } from './api.ts'

const pet = object({ id: integer }, 'name', 'status')
const schemas = { Pet: pet, NewPet: object('name', 'status') }
const Pet = schema('Pet')

describe('collections and items', () => {
  it('list, create, read, replace, update and delete', async () => {
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
    ['/v1/pets/', '/v1/pets/{id}/'],
    ['/pets.json', '/pets/{id}.json'],
    ['/pets', '/pets/{id}.{format}'],
    ['/Pets', "/Pets('{id}')"],
    ['/pets/list', '/pets/get/{id}'],
    ['/pets?all=true', '/pets/{id}?full=true'],
  ])('paths with odd ends: %s and %s', async (list, item) => {
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

  it('paths that spell the method out', async () => {
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

  it('items without a list', async () => {
    const model = await modelOf(
      { 'POST /pets': { sends: schema('NewPet'), answers: Pet }, 'GET /pets/{id}': { answers: Pet } },
      schemas,
    )
    expect(allRoles(model)).toEqual(['/pets: create POST /pets', '/pets: read GET /pets/{id}'])
    expect(model.resources[0]?.discoverable).toBe(true)
  })

  it('items that nothing lists or creates: any id may be taken to exist', async () => {
    const model = await modelOf(
      { 'GET /pets/{id}': { answers: Pet }, 'PATCH /pets/{id}': { sends: Pet } },
      schemas,
    )
    expect(model.resources[0]).toMatchObject({ discoverable: false, collectionPath: undefined })
  })

  it('items by an id that the list does not show: any id may be taken to exist', async () => {
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
  ])('an id that paths call %s and %s is %s', async (elsewhere, parameter, property) => {
    const model = await modelOf({
      'GET /things': { answers: array(object('note', property)) },
      [`GET /things/{${parameter}}`]: { answers: object('note', property) },
      [`GET /things/{${elsewhere}}/parts`]: { answers: array(object('size')) },
    })
    expect(model.resources[0]?.idProperty).toBe(property)
  })

  it.each([
    ['closed', false],
    ['of which others are objects', { type: 'object' }],
  ])(
    'items whose record can never have its id, being %s: any id may be taken to exist',
    async (_, others) => {
      const tag = { ...object('colour'), additionalProperties: others, allOf: [schema('Named')] }
      const model = await modelOf(
        { 'GET /tags': { answers: array(tag) }, 'GET /tags/{name}': { answers: tag } },
        { Named: object('name') },
      )
      expect(model.resources[0]).toMatchObject({ idProperty: undefined, discoverable: false })
    },
  )

  it('an id that cannot be the one in the path by what a part of its schema says', async () => {
    const id = { allOf: [{ type: 'string', minLength: 12, maxLength: 12 }] }
    const audit = { type: 'object', properties: { id, note: string } }
    const path = { auditId: { type: 'string', minLength: 36, maxLength: 36 } }
    const model = await modelOf({
      'GET /audits/{auditId}': { answers: audit, path },
      'PATCH /audits/{auditId}': { sends: audit, answers: audit, path },
    })
    expect(model.resources[0]).toMatchObject({ idProperty: undefined, idType: 'string' })
  })

  it('a name is not the UUID in the path', async () => {
    const uuid = { type: 'string', format: 'uuid' }
    const model = await modelOf({
      'GET /lists': { answers: array(object('name')) },
      'GET /lists/{listId}': { answers: object('name'), path: { listId: uuid } },
    })
    expect(model.resources[0]).toMatchObject({ idProperty: undefined, idType: 'string' })
  })

  it('what stands below an id that its own paths refuse has no parent', async () => {
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

  it('a list without items, whose records need no id', async () => {
    const model = await modelOf({ 'GET /hours': { answers: array(object('day', 'opens')) } })
    expect(model.resources[0]).toMatchObject({
      name: '/hours',
      idParameter: undefined,
      idProperty: undefined,
      itemPath: undefined,
    })
  })

  it('a PUT on the collection whose body holds the id', async () => {
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

  it('a POST on an item changes it; without a body it acts on it', async () => {
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

  it('a PUT that can hold only a part of the record updates it', async () => {
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

  it('a PUT without what the server alone sets is whole', async () => {
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

  it('a range of statuses stands for 200', async () => {
    const model = await modelOf(
      {
        'POST /pets': { sends: Pet, answers: Pet, status: '201' },
        'GET /pets/{id}': { answers: Pet, status: '2XX' },
      },
      schemas,
    )
    expect(model.resources[0]?.operations.map(({ status }) => status)).toEqual([201, 200])
  })

  it('a list and a create by the plural of what has the items', async () => {
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

  it('a create that answers with the id by the name that paths have for it', async () => {
    const model = await modelOf(
      {
        'POST /pets': { sends: object('name'), answers: object({ data: object('petId') }) },
        'GET /pets/{petId}': { answers: Pet },
      },
      schemas,
    )
    expect(allRoles(model)).toEqual(['/pets: create POST /pets', '/pets: read GET /pets/{petId}'])
  })

  it('a create whose answer tells nothing of the record, where the list shows what was sent', async () => {
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

  it('a create without an answer, found by its Location or named by the client, or answered by an id alone', async () => {
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

describe('collections within others', () => {
  const Store = object('id', 'town')

  it('belong to the item their path runs through', async () => {
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

  it('what is done to an item is not done to what stands right below it', async () => {
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

  it('may have a scope and no parent', async () => {
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

  it('of the same name are told apart by their paths', async () => {
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

  it('a list below a parameter that is no item', async () => {
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

describe('singletons', () => {
  const Settings = object('theme', 'motto')

  it('are read and changed at their path', async () => {
    const model = await modelOf({
      'GET /settings': { answers: Settings },
      'PUT /settings': { sends: Settings, status: '204' },
      'PATCH /settings': { sends: object('theme'), answers: Settings },
      'DELETE /settings': { status: '204' },
    })
    expect(model.resources[0]).toMatchObject({
      name: '/settings',
      kind: 'singleton',
      itemPath: '/settings',
      collectionPath: undefined,
      idParameter: undefined,
    })
    expect(rolesOf(model.resources[0])).toEqual([
      'read GET /settings',
      'replace PUT /settings',
      'delete DELETE /settings',
      'update PATCH /settings',
    ])
  })

  it('may be only read', async () => {
    expect(allRoles(await modelOf({ 'GET /me': { answers: object('id', 'name') } }))).toEqual([
      '/me: read GET /me',
    ])
  })

  it('may stand within an item, or beside items of the same name', async () => {
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'GET /pets/{id}': { answers: Pet },
        'GET /pets/{id}/diet': { answers: Settings },
        'PUT /pets/{id}/diet': { sends: Settings },
        'GET /pets/mine': { answers: Settings },
        'PATCH /pets/mine': { sends: Settings },
      },
      schemas,
    )
    expect(model.resources.map(({ name, kind, parent }) => [name, kind, parent?.resource])).toEqual([
      ['/pets', 'collection', undefined],
      ['/pets/diet', 'singleton', '/pets'],
      ['/pets/mine', 'singleton', undefined],
    ])
  })
})

describe('actions', () => {
  it('answer with the item they act on', async () => {
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'GET /pets/{petId}': { answers: Pet },
        'POST /pets/{petId}/feed': { answers: Pet },
        'POST /pets/{id}/food/give': { answers: object({ data: Pet }) },
        'POST /pets/{petId}:wash': { answers: Pet },
        'POST /pets/{petId}/sell': { answers: object('price', 'buyer') },
      },
      schemas,
    )
    expect(
      model.resources[0]?.operations
        .slice(2)
        .map(({ role, operationId, idParameter, responsePath }) => [
          role,
          operationId,
          idParameter,
          responsePath,
        ]),
    ).toEqual([
      ['action', 'POST /pets/{petId}/feed', 'petId', []],
      ['action', 'POST /pets/{id}/food/give', 'id', ['data']],
      ['action', 'POST /pets/{petId}:wash', 'petId', []],
    ])
    expect(model.stateless).toEqual([
      {
        operationId: 'POST /pets/{petId}/sell',
        reason: 'It changes no record that another operation reads.',
      },
    ])
  })
})

describe('the same records by another path', () => {
  const Post = { ...object('id', 'user_id', 'title', { state: { enum: ['draft', 'public'] } }) }
  const posts = { Post, NewPost: object('title') }

  it('a list and a create below the owner are narrowed by the property that names it', async () => {
    const model = await modelOf(
      {
        'GET /users/{userId}/posts': { answers: array(schema('Post')) },
        'POST /users/{userId}/posts': { sends: schema('NewPost'), answers: schema('Post') },
        'GET /posts/{id}': { answers: schema('Post') },
      },
      posts,
    )
    expect(model.resources).toHaveLength(1)
    expect(model.resources[0]).toMatchObject({ name: '/posts', scope: [], discoverable: true })
    expect(model.resources[0]?.operations.map(({ role, within, scope }) => [role, within, scope])).toEqual([
      ['list', [{ parameter: 'userId', property: 'user_id' }], []],
      ['create', [{ parameter: 'userId', property: 'user_id' }], []],
      ['read', [], []],
    ])
  })

  it('a list and a create below the owner join those that have a list of all, in the same envelope', async () => {
    const model = await modelOf(
      {
        'GET /users/{userId}/posts': { answers: schema('Page') },
        'POST /users/{userId}/posts': { sends: schema('NewPost'), answers: schema('Post') },
        'GET /posts': { answers: schema('Page'), query: { page: integer, size: integer } },
        'GET /posts/{id}': { answers: schema('Post') },
      },
      { ...posts, Page: object({ items: array(schema('Post')) }, { total: integer }) },
    )
    expect(allRoles(model)).toEqual([
      '/posts: list GET /users/{userId}/posts',
      '/posts: create POST /users/{userId}/posts',
      '/posts: list GET /posts',
      '/posts: read GET /posts/{id}',
    ])
    expect(model.resources[0]?.paging).toMatchObject({ kind: 'page', size: 'size', position: 'page' })
  })

  it.each([
    ['/posts', 1],
    ['/drafts', 2],
  ])(
    'records without a name, written out wherever they are shown, are told by what they are called: %s',
    async (path, count) => {
      const model = await modelOf({
        'GET /users/{userId}/posts': { answers: array(Post) },
        'POST /users/{userId}/posts': { sends: object('title'), answers: Post },
        [`GET ${path}/{id}`]: { answers: Post },
        [`DELETE ${path}/{id}`]: {},
      })
      expect(model.resources).toHaveLength(count)
    },
  )

  it.each([
    ['children', 'parentId', [{ parameter: 'id', property: 'parentId' }]],
    ['subposts', 'parent_post_id', [{ parameter: 'id', property: 'parent_post_id' }]],
    ['replies', 'parentId', [{ parameter: 'id', property: 'parentId' }]],
    ['related', 'parentId', undefined],
    ['children', 'parentFolderId', undefined],
  ])('%s below a record of the same kind are told by %s', async (below, property, within) => {
    const model = await modelOf(
      {
        'GET /posts': { answers: array(schema('Post')) },
        'GET /posts/{id}': { answers: schema('Post') },
        [`GET /posts/{id}/${below}`]: { answers: array(schema('Post')) },
      },
      { Post: object('id', 'title', property) },
    )
    const listed = model.resources[0]?.operations.filter(({ role }) => role === 'list') ?? []
    expect(listed.slice(1).map((each) => each.within)).toEqual(within === undefined ? [] : [within])
  })

  it('the id of an owner at the root is not the id of what it owns', async () => {
    const model = await modelOf(
      {
        'GET /{id}': { answers: object('id', 'name') },
        'GET /{id}/posts': { answers: array(schema('Post')) },
        'POST /{id}/posts': { sends: schema('NewPost'), answers: schema('Post') },
        'GET /posts/{postId}': { answers: schema('Post') },
      },
      posts,
    )
    expect(model.resources.flatMap(({ operations }) => operations.flatMap(({ within }) => within))).toEqual(
      [],
    )
  })

  it('a list whose parameters are properties joins', async () => {
    const model = await modelOf(
      {
        'GET /posts/{id}': { answers: schema('Post') },
        'POST /posts': { sends: schema('NewPost'), answers: schema('Post') },
        'GET /posts/findByState': {
          answers: array(schema('Post')),
          query: { state: string },
          required: ['state'],
        },
      },
      posts,
    )
    expect(rolesOf(model.resources[0])).toContain('list GET /posts/findByState')
    expect(model.resources[0]?.filters).toEqual([{ parameter: 'state', property: 'state' }])
  })

  it.each([
    ['another path that says create', 'POST /account/signup'],
    ['a path below', 'POST /users/register'],
  ])('a create on %s', async (_, line) => {
    const model = await modelOf(
      {
        [line]: { sends: object('name', 'password'), answers: schema('User'), status: '201' },
        'GET /users/{id}': { answers: schema('User') },
      },
      { User: object('id', 'name') },
    )
    expect(rolesOf(model.resources[0])).toEqual([`create ${line}`, 'read GET /users/{id}'])
  })
})
