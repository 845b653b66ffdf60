import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, listOf, sent, text } from '../support/document-parts.ts'

const user = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: text, name: text },
}
const post = {
  type: 'object',
  required: ['id', 'userId'],
  properties: { id: text, userId: text },
}

interface Service {
  /** The example of the id in the document. */
  readonly example?: string
  /** The name of the path parameter of users. */
  readonly parameter?: string
  /** Whether there are posts, which refer to the user. */
  readonly hasPosts?: boolean
  /** Whether users can be changed. */
  readonly isChangeable?: boolean
  /** What the service shows of its only user, `u-7`. */
  readonly shown?: object
}

/** The number of operations that a check of such a service covers, and the checks that find something. */
async function check({
  example,
  hasPosts = false,
  isChangeable = true,
  parameter = 'id',
  shown = { id: 'u-7', name: 'Ada' },
}: Service): Promise<{
  readonly covered: number
  readonly found: readonly string[]
}> {
  const document = {
    openapi: '3.0.4',
    info: { title: 'Posts', version: '1' },
    paths: {
      ...(hasPosts && { '/posts': { get: listOf(post) } }),
      [`/users/{${parameter}}`]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: { ...text, example } }],
        get: answer(200, user),
        ...(isChangeable && { patch: { ...sent(user), ...answer(200, user) } }),
      },
    },
  }
  const target = (request: Request): Response => {
    const { pathname } = new URL(request.url)
    if (pathname === '/posts') return Response.json([{ id: 'p-1', userId: 'u-7' }])
    const isShown = pathname === '/users/u-7'
    return isShown ? Response.json(shown) : Response.json({ message: 'None.' }, { status: 404 })
  }
  const { summary, findings } = await runContract({
    document,
    target,
    phases: ['examples'],
    readOnly: true,
  })
  return { covered: summary.covered, found: findings.map(({ check: name }) => name) }
}

it.each([
  ['the records of another resource refer to it', { hasPosts: true }, 2],
  ['a list has its id, and nothing else is known of users', { hasPosts: true, isChangeable: false }, 2],
  ['it is an example in the document', { example: 'u-7' }, 1],
])('a record that nothing lists or creates is found if %s', async (_, service, covered) => {
  expect(await check(service)).toEqual({ covered, found: [] })
  const { found } = await check({ ...service, shown: { id: 'u-7' } })
  expect(found).toEqual(['response-body'])
})

it('a parameter that is not named as an id gets none', async () => {
  const { covered } = await check({ hasPosts: true, isChangeable: false, parameter: 'field' })
  expect(covered).toBe(1)
})

it('an example that does not exist is no finding', async () => {
  expect(await check({ example: 'u-1' })).toEqual({ covered: 0, found: [] })
})

it('reads what only the Location of a response leads to', async () => {
  const name = { type: 'string', minLength: 1 }
  const content = (schema: object): object => ({ 'application/json': { schema } })
  const work = { type: 'object', required: ['state'], properties: { state: name } }
  const { findings, summary } = await runContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'Exports', version: '1' },
      paths: {
        '/export': {
          post: {
            operationId: 'export',
            responses: { 202: { description: 'Taken', headers: { Location: { schema: name } } } },
          },
        },
        '/works/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: name }],
          get: {
            operationId: 'getWork',
            responses: { 200: { description: 'It', content: content(work) }, 404: { description: 'None' } },
          },
        },
      },
    },
    target(request: Request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/export' && request.method === 'POST')
        return new Response(null, { status: 202, headers: { location: '/works/w-7' } })
      if (pathname !== '/works/w-7') return Response.json({ message: 'none' }, { status: 404 })
      return Response.json({ state: 'done' })
    },
  })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(summary.covered).toBe(2)
})
