import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock, refuse } from '../../../mock/index.ts'
import { answer, at, content, gone, sent, text } from '../support/document-parts.ts'

const error = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: text, message: text },
}

const documentWith = (property: string): object => {
  const task = {
    type: 'object',
    required: ['id', 'title'],
    properties: { id: { ...text, readOnly: true }, title: text, [property]: { type: 'integer' } },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/tasks': {
        get: answer(200, { type: 'array', items: task }),
        post: {
          ...sent(task),
          ...answer(201, task, { 400: { description: 'Invalid', content: content(error) } }),
        },
      },
      '/tasks/{id}': { ...at('id'), get: answer(200, task), delete: gone },
    },
  }
}

/** The checks that report a service which refuses a property with the same error as any invalid request. */
async function checksFor(property: string): Promise<readonly string[]> {
  const document = documentWith(property)
  const target = await createMock({
    document,
    behaviours: {
      'POST /tasks': ({ request, next }) =>
        typeof request.body === 'object' && property in (request.body as object)
          ? refuse(400, 'invalid_request', `${property} is unknown.`)
          : next(),
    },
  })
  const { findings } = await runContract({ document, phases: ['coverage'], target })
  return [...new Set(findings.map(({ check }) => check))]
}

it('accepts that a made-up value of a property named as an id is refused', async () => {
  expect(await checksFor('assigneeId')).toEqual([])
})

it('reports that a value of another property is refused', async () => {
  expect(await checksFor('points')).toEqual(['valid-accepted'])
})
