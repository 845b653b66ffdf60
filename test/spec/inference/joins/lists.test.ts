import { describe, expect, it } from 'vitest'
import { allRoles, array, integer, modelOf, object, rolesOf, schema, string } from '../api.ts'

describe('the same records at another path', () => {
  const Post = { ...object('id', 'user_id', 'title', { state: { enum: ['draft', 'public'] } }) }
  const posts = { Post, NewPost: object('title') }

  it('a list and a create below the owner filter by the property that refers to it', async () => {
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

  it('a list below a sibling of the same parent filters by the property that refers to that', async () => {
    const model = await modelOf(
      {
        'GET /blogs/{blogId}/posts': { answers: array(schema('Post')) },
        'POST /blogs/{blogId}/posts': { sends: schema('NewPost'), answers: schema('Post') },
        'GET /blogs/{blogId}/posts/{id}': { answers: schema('Post') },
        'GET /blogs/{blogId}/users/{userId}/posts': { answers: array(schema('Post')) },
        'GET /blogs/{blogId}/labels/{labelId}/posts': { answers: array(schema('Post')) },
      },
      posts,
    )
    const below = (name: string) => model.roles.get(`GET /blogs/{blogId}/${name}/posts`)
    expect(below('users/{userId}')).toMatchObject({
      resource: { name: '/blogs/posts' },
      operation: { scope: ['blogId'], within: [{ parameter: 'userId', property: 'user_id' }] },
    })
    expect(below('labels/{labelId}')).toBeUndefined()
  })

  it('what another property shows is not told by the only one of its kind', async () => {
    const model = await modelOf(
      {
        'GET /jobs': { answers: array(schema('Job')) },
        'GET /jobs/{jobId}': { answers: schema('Job') },
        'GET /jobs/{jobId}/blockers': { answers: array(schema('Job')) },
      },
      {
        Job: object('id', { parent: schema('JobSummary') }, { blockers: array(object('id')) }),
        JobSummary: object('id', 'title'),
      },
    )
    expect(allRoles(model)).not.toContain('/jobs: list GET /jobs/{jobId}/blockers')
  })

  it('a list below is of all if its path says so, and else of some that nothing tells', async () => {
    const joined = async (name: string): Promise<unknown> => {
      const model = await modelOf(
        {
          'GET /posts': { answers: array(schema('Post')) },
          'GET /posts/{id}': { answers: schema('Post') },
          [`GET /posts/${name}`]: { answers: array(schema('Post')) },
        },
        posts,
      )
      return allRoles(model)
    }
    expect(await joined('export')).toContain('/posts: list GET /posts/export')
    expect(await joined('trending')).not.toContain('/posts: list GET /posts/trending')
  })

  it('a list below the owner filters by the only property whose schema is a summary of the owner', async () => {
    const person = object('id', 'name')
    const Note = (shown: Record<string, object>): object => object('id', 'text', shown)
    const listedBy = async (shown: Record<string, object>): Promise<unknown> => {
      const model = await modelOf(
        {
          'GET /users/{userId}/notes': { answers: array(schema('Note')) },
          'GET /notes': { answers: array(schema('Note')) },
          'GET /notes/{id}': { answers: schema('Note') },
        },
        { Note: Note(shown), UserSummary: person },
      )
      return model.resources.find(({ name }) => name === '/notes')?.operations.map(({ within }) => within)
    }
    expect(await listedBy({ writer: schema('UserSummary') })).toContainEqual([
      { parameter: 'userId', property: 'writer', idProperty: 'id' },
    ])
    const several = await listedBy({ writer: schema('UserSummary'), reader: schema('UserSummary') })
    expect(several).toEqual([[], []])
  })

  it('a list and a create below the owner join the list of all records with the same envelope', async () => {
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
    ['posts', true],
    ['publish', false],
  ])('a POST without a body to /%s below the owner creates one: %s', async (name, isCreation) => {
    const model = await modelOf(
      {
        [`POST /users/{userId}/${name}`]: { answers: schema('Post'), status: '201' },
        'GET /posts': { answers: array(schema('Post')) },
        'GET /posts/{id}': { answers: schema('Post') },
      },
      posts,
    )
    const roles = model.resources.flatMap(({ operations }) => operations.map(({ role }) => role))
    expect(roles.includes('create')).toBe(isCreation)
  })

  it.each([
    ['/posts', 1],
    ['/drafts', 2],
  ])('inline record schemas are matched by the name of the collection, for %s', async (path, count) => {
    const model = await modelOf({
      'GET /users/{userId}/posts': { answers: array(Post) },
      'POST /users/{userId}/posts': { sends: object('title'), answers: Post },
      [`GET ${path}/{id}`]: { answers: Post },
      [`DELETE ${path}/{id}`]: {},
    })
    expect(model.resources).toHaveLength(count)
  })

  it.each([
    ['children', 'parentId', [{ parameter: 'id', property: 'parentId' }]],
    ['subposts', 'parent_post_id', [{ parameter: 'id', property: 'parent_post_id' }]],
    ['replies', 'parentId', [{ parameter: 'id', property: 'parentId' }]],
    ['related', 'parentId', undefined],
    ['children', 'parentFolderId', undefined],
  ])('"%s" below a record of the same resource lists by %s', async (below, property, within) => {
    const model = await modelOf(
      {
        'GET /posts': { answers: array(schema('Post')) },
        'GET /posts/{id}': { answers: schema('Post') },
        [`GET /posts/{id}/${below}`]: { answers: array(schema('Post')) },
      },
      { Post: object('id', 'title', property) },
    )
    const listed = model.resources[0]?.operations.filter(({ role }) => role === 'list') ?? []
    expect(listed.slice(1).map((list) => list.within)).toEqual(within === undefined ? [] : [within])
  })

  it('an item with a short path of its own is one of the only list with its name, even without a GET', async () => {
    const Review = object({ id: integer }, { bookId: integer }, { rating: integer })
    const nested = {
      'GET /books/{id}': { path: { id: integer }, answers: object({ id: integer }, 'title') },
      'GET /books': { answers: array(object({ id: integer }, 'title')) },
      'GET /books/{id}/reviews': { path: { id: integer }, answers: array(Review) },
      'POST /books/{id}/reviews': {
        path: { id: integer },
        sends: object({ rating: integer }),
        answers: Review,
      },
    }
    const model = await modelOf({
      ...nested,
      'DELETE /reviews/{id}': { path: { id: integer }, status: '204' },
    })
    expect(allRoles(model).filter((role) => role.startsWith('/reviews'))).toEqual([
      '/reviews: list GET /books/{id}/reviews',
      '/reviews: create POST /books/{id}/reviews',
      '/reviews: delete DELETE /reviews/{id}',
    ])
    const other = await modelOf({ ...nested, 'DELETE /reviews/{slug}': { status: '204' } })
    expect(allRoles(other).filter((role) => role.includes('DELETE'))).toEqual([])
  })

  it('the id of an owner may be a key with a name of its own', async () => {
    const Task = object('id', 'projectKey', 'title')
    const model = await modelOf({
      'GET /projects': { answers: array(object('key', 'name')) },
      'GET /projects/{projectKey}': { answers: object('key', 'name') },
      'GET /projects/{projectKey}/tasks': { answers: array(Task) },
      'POST /projects/{projectKey}/tasks': { sends: object('title'), answers: Task },
      'GET /tasks/{taskId}': { answers: Task },
    })
    const tasks = model.resources.find(({ name }) => name === '/tasks')
    expect(
      tasks?.operations.map(({ role, within }) => [role, within.map(({ property }) => property)]),
    ).toEqual([
      ['list', ['projectKey']],
      ['create', ['projectKey']],
      ['read', []],
    ])
    expect(tasks?.references).toEqual([{ property: 'projectKey', resource: '/projects' }])
  })

  it('a list may have a shorter name than the path of its items, if its records have that', async () => {
    const model = await modelOf(
      {
        'GET /shows/{id}': { answers: object('id', 'title') },
        'GET /shows': { answers: array(object('id', 'title')) },
        'GET /shows/{id}/waitlist': { answers: array(schema('WaitlistEntry')) },
        'POST /shows/{id}/waitlist': { sends: object('email'), answers: schema('WaitlistEntry') },
        'DELETE /waitlist-entries/{entryId}': { status: '204' },
      },
      { WaitlistEntry: object('id', 'showId', 'email') },
    )
    expect(allRoles(model).filter((role) => role.includes('waitlist'))).toEqual([
      '/waitlist-entries: list GET /shows/{id}/waitlist',
      '/waitlist-entries: create POST /shows/{id}/waitlist',
      '/waitlist-entries: delete DELETE /waitlist-entries/{entryId}',
    ])
  })

  it('the id of an owner at the root is not the id of its records', async () => {
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

  it('a list whose required parameters are properties joins the resource', async () => {
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
    ['a path with a verb for creating', 'POST /account/signup'],
    ['a path below the collection', 'POST /users/register'],
  ])('a create joins the resource at %s', async (_, line) => {
    const model = await modelOf(
      {
        [line]: { sends: object('name', 'password'), answers: schema('User'), status: '201' },
        'GET /users/{id}': { answers: schema('User') },
      },
      { User: object('id', 'name') },
    )
    expect(rolesOf(model.resources[0])).toEqual([`create ${line}`, 'read GET /users/{id}'])
  })

  it('a list and a create below the owner join items that are only changed at their own path', async () => {
    const Step = object('id', 'user_id', 'title')
    const model = await modelOf(
      {
        'GET /users/{userId}/steps': { answers: array(schema('Step')) },
        'POST /users/{userId}/steps': { sends: object('title'), answers: schema('Step') },
        'PATCH /steps/{id}': { sends: object('title'), answers: schema('Step') },
        'DELETE /steps/{id}': { status: '204' },
      },
      { Step },
    )
    expect(allRoles(model)).toEqual([
      '/steps: list GET /users/{userId}/steps',
      '/steps: create POST /users/{userId}/steps',
      '/steps: delete DELETE /steps/{id}',
      '/steps: update PATCH /steps/{id}',
    ])
  })

  it('a list and its items below the owner join the flat collection, by a reference that may be expanded', async () => {
    const owner = { anyOf: [string, schema('User')] }
    const model = await modelOf(
      {
        'GET /users/{user}/posts': { answers: array(schema('Post')) },
        'GET /users/{user}/posts/{post}': { answers: schema('Post') },
        'GET /posts': { answers: array(schema('Post')) },
        'GET /posts/{post}': { answers: schema('Post') },
        'GET /users/{user}': { answers: schema('User') },
      },
      { User: object('id', 'name'), Post: object('id', 'title', { user: owner }) },
    )
    expect(allRoles(model).filter((each) => each.includes('users/{user}/posts'))).toEqual([
      '/posts: list GET /users/{user}/posts',
      '/posts: read GET /users/{user}/posts/{post}',
    ])
  })

  it('a list below one of several records that they refer to', async () => {
    const model = await modelOf(
      {
        'GET /users/{userId}/posts': { answers: array(schema('Post')) },
        'GET /posts': { answers: array(schema('Post')) },
        'GET /posts/{id}': { answers: schema('Post') },
      },
      { User: object('id', 'name'), Post: object('id', 'title', { users: array(schema('User')) }) },
    )
    expect(
      model.resources.flatMap(({ operations }) => operations.map(({ within }) => within)),
    ).toContainEqual([{ parameter: 'userId', property: 'users', idProperty: 'id' }])
  })

  it('records are of the form that lists show, if others show less', async () => {
    const model = await modelOf(
      {
        'GET /posts': { answers: array(schema('Post')) },
        'GET /posts/{id}': { answers: { anyOf: [schema('Post'), schema('DeletedPost')] } },
      },
      { ...posts, DeletedPost: object('id', 'deleted') },
    )
    expect(model.resources[0]?.record.schema).toEqual(schema('Post'))
  })
})
