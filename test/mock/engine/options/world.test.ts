import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'

const start = (world: unknown): Promise<unknown> => createMock({ world: world as 'demo' })

describe('the world of a mock', () => {
  it.each([
    ['an unknown name', 'dmeo', "Unknown world 'dmeo': expected demo, empty, large, or records."],
    ['no object', 5, 'A world must be a JSON object.'],
    ['an unknown resource', { '/petz': [] }, "The document has no resource '/petz'; did you mean '/pets'?"],
    ['an object for a collection', { '/pets': { id: 1 } }, "The records of '/pets' must be an array."],
    ['a record that is no object', { '/pets': ['Rex'] }, "Record 0 of '/pets' is not a JSON object."],
    ['a record without an id', { '/pets': [{ name: 'Rex' }] }, "Record 0 of '/pets' has no 'id'"],
  ])('is refused if it is or has %s', async (_, world, message) => {
    await expect(start(world)).rejects.toThrow(message)
  })

  it('is refused with every value that breaks the document', async () => {
    const pets = [
      { id: 1, name: 'Rex', categoryId: 1 },
      { id: '2', name: '', categoryId: 1, status: 'lost' },
      { id: 1, name: 'Bo', categoryId: 1 },
    ]
    await expect(start({ '/pets': pets })).rejects.toThrow(
      [
        '4 values break the document:',
        '  #/~1pets/1/name: "" must have at least 1 character.',
        '  #/~1pets/1/status: "lost" must be one of "available", "pending", "sold".',
        '  #/~1pets/1/id: "2" must be an integer.',
        '  #/~1pets/2: the id 1 is also that of #/~1pets/0.',
      ].join('\n'),
    )
  })

  it('is refused if an id has another type than the document says', async () => {
    const id = { type: 'string', format: 'uuid' }
    const thing = { type: 'object', required: ['id', 'size'], properties: { id, size: { type: 'integer' } } }
    const at = [{ name: 'id', in: 'path', required: true, schema: id }]
    const ok = (schema: object): object => ({
      responses: { '200': { description: 'ok', content: { 'application/json': { schema } } } },
    })
    const document = {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/things': { get: ok({ type: 'array', items: thing }) },
        '/things/{id}': { parameters: at, get: ok(thing) },
      },
    }
    const withId = (given: unknown) =>
      createMock({ document, world: { '/things': [{ id: given }] } as never })
    await expect(withId(1)).rejects.toThrow('#/~1things/0/id: 1 must be a string')
    await expect(withId('x')).rejects.toThrow('#/~1things/0/id: "x"')
    const uuid = '3f0c5a1e-9d1c-4c57-8f8b-0a51f7f0a1d2'
    // What is missing is generated.
    const { body } = await (
      await withId(uuid)
    ).handle({
      method: 'GET',
      path: `/things/${uuid}`,
      query: '',
      headers: {},
      body: undefined,
    })
    expect(JSON.parse(String(body))).toEqual({ id: uuid, size: expect.any(Number) })
  })
})
