import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const flag = { type: 'boolean' }
const wrapped = (name: string, schema: string): object => object({ [name]: ref(schema) })
const taking = (body: object, status: number, schema: object): object => ({
  requestBody: { required: true, ...json(body) },
  responses: { [status]: { description: 'OK', ...json(schema) }, 422: { description: 'Refused' } },
})
const below = (parameter: string, schema: object): object => ({
  parameters: [{ name: parameter, in: 'path', required: true, schema: text }],
  post: { security: [{ bearer: [] }], ...answer(200, schema) },
  delete: { security: [{ bearer: [] }], ...answer(200, schema) },
})
const secured = { security: [{ bearer: [] }] }

/** A blog whose users are known by their names, and see each other as profiles. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Blog', version: '1' },
  paths: {
    '/users': {
      post: taking(
        object({ user: object({ username: text, email: text, password: text }) }),
        201,
        wrapped('user', 'User'),
      ),
    },
    '/users/login': {
      post: taking(object({ user: object({ email: text, password: text }) }), 200, wrapped('user', 'User')),
    },
    '/user': {
      get: { ...secured, ...answer(200, wrapped('user', 'User')) },
      put: {
        ...secured,
        ...taking(
          object({ user: { type: 'object', properties: { username: text, bio: text } } }),
          200,
          wrapped('user', 'User'),
        ),
      },
    },
    '/profiles/{username}': {
      parameters: [{ name: 'username', in: 'path', required: true, schema: text }],
      get: answer(200, wrapped('profile', 'Profile')),
    },
    '/profiles/{username}/follow': below('username', wrapped('profile', 'Profile')),
    '/articles/feed': {
      get: {
        ...secured,
        description: 'Get most recent articles from users you follow.',
        ...answer(200, object({ articles: list(ref('Article')), articlesCount: integer })),
      },
    },
    '/articles': {
      get: {
        description: 'Get most recent articles globally.',
        parameters: ['tag', 'favorited'].map((name) => ({ name, in: 'query', schema: text })),
        ...answer(200, object({ articles: list(ref('Article')), articlesCount: integer })),
      },
      post: {
        ...secured,
        ...taking(object({ article: ref('NewArticle') }), 201, wrapped('article', 'Article')),
      },
    },
    '/articles/{slug}': {
      parameters: [{ name: 'slug', in: 'path', required: true, schema: text }],
      get: answer(200, wrapped('article', 'Article')),
    },
    '/articles/{slug}/favorite': below('slug', wrapped('article', 'Article')),
    '/tags': { get: answer(200, object({ tags: list(text) })) },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      User: object({ email: text, token: text, username: text, bio: text }),
      Profile: object({ username: text, bio: text, following: flag }),
      NewArticle: object({ title: text, tagList: list(text) }),
      Article: object({
        slug: text,
        title: text,
        tagList: list(text),
        createdAt: { ...text, format: 'date-time' },
        favorited: flag,
        favoritesCount: integer,
        author: ref('Profile'),
      }),
    },
  },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
})

interface User {
  readonly token: string
  readonly username: string
}
type As = (method: string, path: string, body?: object) => Promise<never>

const signUp = async (username: string): Promise<As> => {
  const sent = { user: { username, email: `${username}@example.com`, password: 'engine' } }
  const { body } = await send('POST', '/users', sent)
  const { token } = (body as unknown as { readonly user: User }).user
  return async (method, path, sent) =>
    (await send(method, path, sent as never, { authorization: `Bearer ${token}` })).body as never
}
const article = { article: { title: 'How to Train', tagList: ['dragons'] } }
const slugs = ({
  articles,
}: {
  readonly articles: readonly { readonly slug: string }[]
}): readonly string[] => articles.map(({ slug }) => slug)

it('whoever registers in a form of its own is the current user with the token', async () => {
  const ada = await signUp('ada')
  await signUp('bob')
  expect(await ada('GET', '/user')).toMatchObject({ user: { username: 'ada', email: 'ada@example.com' } })
})

it.each([
  { username: 'ada', email: 'other@example.com' },
  { username: 'other', email: 'ADA@example.com' },
])('refuses a name or an address that somebody has: %o', async (user) => {
  await signUp('ada')
  expect(await send('POST', '/users', { user: { ...user, password: 'x' } })).toMatchObject({ status: 422 })
})

it('logs in with the password of the registration only', async () => {
  await signUp('ada')
  const logIn = async (password: string): ReturnType<Send> =>
    send('POST', '/users/login', { user: { email: 'ada@example.com', password } })
  expect(await logIn('engine')).toMatchObject({ status: 200, body: { user: { username: 'ada' } } })
  expect(await logIn('wrong')).toMatchObject({ status: 422 })
})

it('shows users to others as profiles, also once they have changed', async () => {
  const ada = await signUp('ada')
  await ada('PUT', '/user', { user: { bio: 'Counts' } })
  expect((await send('GET', '/profiles/ada')).body).toEqual({
    profile: { username: 'ada', bio: 'Counts', following: false },
  })
})

it('gives new records the profile of their author, under the name that the author gets later', async () => {
  const ada = await signUp('ada')
  expect(await ada('POST', '/articles', article)).toMatchObject({ article: { author: { username: 'ada' } } })
  await ada('PUT', '/user', { user: { username: 'lovelace' } })
  expect((await send('GET', '/articles/how-to-train')).body).toMatchObject({
    article: { author: { username: 'lovelace' } },
  })
})

it('knows new records by the slugs of their titles, each by its own', async () => {
  const ada = await signUp('ada')
  expect(await ada('POST', '/articles', article)).toMatchObject({ article: { slug: 'how-to-train' } })
  const { slug } = (await ada('POST', '/articles', article))['article'] as { readonly slug: string }
  expect(slug).toMatch(/^how-to-train-\d+$/)
})

it('lists the most recent ones first, as described', async () => {
  await (
    await signUp('ada')
  )('POST', '/articles', article)
  const { body } = await send('GET', '/articles')
  expect(slugs(body as never)[0]).toBe('how-to-train')
})

it('filters a `tagList` by a `tag`', async () => {
  await (
    await signUp('ada')
  )('POST', '/articles', article)
  const { body } = await send('GET', '/articles?tag=dragons')
  expect(slugs(body as never)).toEqual(['how-to-train'])
})

it('lists the tags in use', async () => {
  await (
    await signUp('ada')
  )('POST', '/articles', article)
  const { tags } = (await send('GET', '/tags')).body as { readonly tags: readonly string[] }
  expect(tags).toContain('dragons')
  expect(tags).toEqual([...new Set(tags)].sort())
})

it('shows each user only the marks of one’s own, and counts those of all', async () => {
  const [ada, bob] = [await signUp('ada'), await signUp('bob')]
  await ada('POST', '/articles', article)
  await bob('POST', '/articles/how-to-train/favorite')
  const marked = { favorited: true, favoritesCount: 1 }
  expect(await bob('GET', '/articles/how-to-train')).toMatchObject({ article: marked })
  expect(await ada('GET', '/articles/how-to-train')).toMatchObject({
    article: { ...marked, favorited: false },
  })
  expect(slugs(await ada('GET', '/articles?favorited=bob'))).toEqual(['how-to-train'])
  expect((await send('GET', '/articles?favorited=ada')).body).toMatchObject({ articles: [] })
  await ada('POST', '/articles/how-to-train/favorite')
  await bob('DELETE', '/articles/how-to-train/favorite')
  expect(await ada('GET', '/articles/how-to-train')).toMatchObject({ article: marked })
})

it('lists what those have written whom the user follows', async () => {
  const [ada, bob] = [await signUp('ada'), await signUp('bob')]
  await ada('POST', '/articles', article)
  expect(slugs(await bob('GET', '/articles/feed'))).toEqual([])
  await bob('POST', '/profiles/ada/follow')
  expect(slugs(await bob('GET', '/articles/feed'))).toEqual(['how-to-train'])
  expect(await ada('GET', '/profiles/ada')).toMatchObject({ profile: { following: false } })
  await bob('DELETE', '/profiles/ada/follow')
  expect(slugs(await bob('GET', '/articles/feed'))).toEqual([])
})
