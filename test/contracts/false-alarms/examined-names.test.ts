import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, content, listOf, sent, text } from '../support/document-parts.ts'

const name = { type: 'object', required: ['name'], properties: { name: { ...text, minLength: 1 } } }
const names = (path: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Names', version: '1' },
  paths: {
    [path]: {
      post: {
        ...sent(name),
        responses: {
          200: { description: 'Fine', content: content(name) },
          400: { description: 'Refused' },
          409: { description: 'If the name is taken' },
        },
      },
    },
  },
})
const accepting = async (request: Request): Promise<Response> => {
  const body = await request.text()
  return /^\{"name":"[^"]+"\}$/.test(body)
    ? new Response(body, { headers: { 'content-type': 'application/json' } })
    : new Response(null, { status: 400 })
}
const takenNames = async (path: string): Promise<number> => {
  const { findings } = await runContract({ document: names(path), target: accepting, phases: ['stateful'] })
  return findings.filter(({ message }) => message.includes('refuses what is taken')).length
}

it('does not expect a name to be taken after an operation that only validates it', async () => {
  expect(await takenNames('/tag-types/validate')).toBe(0)
  expect(await takenNames('/sign-up')).toBe(1)
})

it('names an existing record in the middle of a path to a record that no operation creates', async () => {
  const plan = { type: 'object', properties: { name: text, size: { type: 'integer' } } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Places', version: '1' },
    paths: {
      '/environments': { get: listOf(plan) },
      '/environments/{name}': { ...at('name'), get: answer(200, plan) },
      '/projects/{project}/environments/{environment}/plan': {
        ...at('project', 'environment'),
        get: answer(200, plan),
        put: { ...sent(plan), ...answer(200, plan) },
      },
      '/projects': { get: listOf(plan) },
      '/projects/{project}': { ...at('project'), get: answer(200, plan) },
    },
  }
  const target = (request: Request): Response => {
    const [, , project, , environment] = new URL(request.url).pathname.split('/')
    const isThere = ['staging', undefined].includes(project) && ['staging', undefined].includes(environment)
    const shown = { name: 'staging', size: 1 }
    return isThere
      ? Response.json(project === undefined ? [shown] : shown)
      : Response.json({ message: 'None.' }, { status: 404 })
  }
  const { summary } = await runContract({
    document,
    target,
    phases: ['examples', 'coverage'],
    readOnly: true,
  })
  expect(summary.covered).toBe(5)
})
