import { describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'

const document = (...statuses: readonly string[]): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes/{id}': {
      put: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: Object.fromEntries(
          ['200', ...statuses].map((declared) => {
            const [status = '', description = status] = declared.split(' ')
            return [status, { description }]
          }),
        ),
      },
    },
  },
})

async function status(type: string, path: string, ...statuses: readonly string[]): Promise<number> {
  const mock = await createMock({ document: document(...statuses), world: 'empty' })
  const request = new Request(`http://localhost${path}`, {
    method: 'PUT',
    headers: { 'Content-Type': type },
    body: '{}',
  })
  return (await mock.fetch(request)).status
}

describe('a refusal uses a status the operation declares', () => {
  it.each([
    ['415 where it is declared', 'text/plain', '/notes/1', ['400', '415'], 415],
    ['400 for a type that is not accepted', 'text/plain', '/notes/1', ['400'], 400],
    ['422 where there is no 400', 'text/plain', '/notes/1', ['422'], 422],
    ['its own status within a declared range', 'text/plain', '/notes/1', ['4XX'], 415],
    ['its own status where nothing similar is declared', 'text/plain', '/notes/1', ['404'], 415],
    ['400 for a path parameter that is not an integer', 'application/json', '/notes/x', ['400', '422'], 400],
    ['422 for a path parameter that is not an integer', 'application/json', '/notes/x', ['422'], 422],
    [
      'the non-standard status whose description fits',
      'application/json',
      '/notes/x',
      ['480 AccessDeniedException', '481 ValidationException'],
      481,
    ],
    [
      '400 rather than a standard status with another meaning',
      'application/json',
      '/notes/x',
      ['402 InvalidCard'],
      400,
    ],
  ] as const)('%s', async (_, type, path, statuses, expected) => {
    expect(await status(type, path, ...statuses)).toBe(expected)
  })

  it('a non-standard status instead of 404, where its description fits', async () => {
    const note = { type: 'object', properties: { id: { type: 'integer' } } }
    const answer = (schema: object): object => ({
      200: { description: 'ok', content: { 'application/json': { schema } } },
      480: { description: 'ValidationException' },
    })
    const paths = {
      '/notes': { get: { responses: answer({ type: 'array', items: note }) } },
      '/notes/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: answer(note),
        },
      },
    }
    const mock = await createMock({ document: { ...document(), paths }, world: 'empty' })
    expect((await mock.fetch(new Request('http://localhost/notes/1'))).status).toBe(480)
  })
})
