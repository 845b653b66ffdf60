import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../spec/load.ts'
import { lintDocument } from '../../../spec/problems/lint.ts'

const info = { title: 'T', version: '1' }

describe('lintDocument', () => {
  it('finds no problems in the Pet Store', async () => {
    expect(await lintDocument(await loadDocument())).toEqual([])
  })

  it('reports violations of the OpenAPI structure', async () => {
    const paths = { '/a': { get: { responses: { '200': {} }, produces: [] } } }
    const problems = await lintDocument(await loadDocument({ openapi: '3.0.3', info, paths }))
    expect(problems.map(({ code, pointer, severity }) => [code, pointer, severity])).toEqual(
      expect.arrayContaining([
        ['structure', '#/paths/~1a/get/produces', 'warning'],
        ['structure', '#/paths/~1a/get/responses/200', 'warning'],
      ]),
    )
  })

  it('reports an unresolved reference once and continues', async () => {
    const paths = { '/a': { get: { responses: { '200': { $ref: '#/nowhere' } } } }, '/b': { get: {} } }
    const problems = await lintDocument(await loadDocument({ openapi: '3.0.3', info, paths }))
    expect(
      problems.filter(({ pointer }) => pointer.startsWith('#/paths/~1a')).map(({ code }) => code),
    ).toEqual(['unresolved-ref'])
    expect(problems.some(({ pointer }) => pointer.startsWith('#/paths/~1b'))).toBe(true)
  })

  it('reports each invalid example once', async () => {
    const pet = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
    const content = (examples: object): object => ({
      'application/json': { schema: { $ref: '#/components/schemas/Pet' }, ...examples },
    })
    const shown = {
      description: '',
      content: content({ examples: { good: { value: { id: 1 } }, bad: { value: {} } } }),
    }
    const get = { responses: { '200': shown } }
    const document = await loadDocument({
      openapi: '3.1.0',
      info,
      paths: {
        '/a': { get, post: { ...get, requestBody: { content: content({ example: { id: 'one' } }) } } },
      },
      components: { schemas: { Pet: { ...pet, examples: [{ id: 2 }, { id: null }] } } },
    })
    const problems = (await lintDocument(document)).filter(({ code }) => code === 'invalid-example')
    const media = 'content/application~1json'
    expect(new Map(problems.map(({ pointer, severity }) => [pointer, severity]))).toEqual(
      new Map([
        ['#/components/schemas/Pet/examples/1', 'warning'],
        [`#/paths/~1a/get/responses/200/${media}/examples/bad/value`, 'warning'],
        [`#/paths/~1a/post/requestBody/${media}/example`, 'warning'],
        [`#/paths/~1a/post/responses/200/${media}/examples/bad/value`, 'warning'],
      ]),
    )
    expect(problems[0]?.message).toContain('The example is invalid against its schema.')
  })

  it('follows no references in data', async () => {
    const document = await loadDocument({
      openapi: '3.1.0',
      info,
      paths: {},
      'x-data': { $ref: 'http://127.0.0.1:1/x.yaml' },
    })
    expect(await lintDocument(document)).toEqual([])
  })

  it('accepts circular references', async () => {
    const schemas = { A: { $ref: '#/components/schemas/A' }, B: { type: 'nonsense' } }
    const problems = await lintDocument(
      await loadDocument({ openapi: '3.1.0', info, paths: {}, components: { schemas } }),
    )
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['circular-ref', '#/components/schemas/A'],
      ['structure', '#/components/schemas/B/type'],
    ])
  })
})
