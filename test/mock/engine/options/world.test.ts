import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'

const start = (world: unknown): Promise<unknown> => createMock({ world: world as 'demo' })

describe('the world of a mock', () => {
  it.each([
    ['an unknown name', 'dmeo', "Unknown world 'dmeo': expected demo, empty, large, or records."],
    ['no object', 5, 'A world must be a JSON object.'],
    ['an unknown resource', { '/petz': [] }, "The document has no resource '/petz'."],
    ['an object for a collection', { '/pets': { id: 1 } }, "The records of '/pets' must be an array."],
    ['a record that is no object', { '/pets': ['Rex'] }, "Record 0 of '/pets' is not a JSON object."],
    ['a record without an id', { '/pets': [{ name: 'Rex' }] }, "Record 0 of '/pets' has no 'id'"],
  ])('is refused if it is or has %s', async (_, world, message) => {
    await expect(start(world)).rejects.toThrow(message)
  })
})
