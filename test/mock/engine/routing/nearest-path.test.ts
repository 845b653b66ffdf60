import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'

async function messageFor(path: string): Promise<string> {
  const mock = await createMock()
  const response = await mock.fetch(new Request(`http://localhost${path}`))
  expect(response.status).toBe(404)
  return ((await response.json()) as { message: string }).message
}

describe('a path that the document does not have', () => {
  it.each([
    ['/pet', '/pets'],
    ['/Pets', '/pets'],
    ['/pet/1', '/pets/{petId}'],
    ['/stores/orders', '/store/orders'],
    ['/api/pets/1', '/pets/{petId}'],
    ['/orders', '/store/orders'],
    ['/pets/1/photos', '/pets/{petId}'],
  ])('is answered with the nearest: %s with %s', async (path, nearest) => {
    expect(await messageFor(path)).toBe(
      `No path of the API document matches ${path}. The nearest is ${nearest}.`,
    )
  })

  it.each(['/users', '/', '/a/b/c/d', `/pets/${'x'.repeat(300)}/y`])(
    'is answered without a suggestion if none is near: %s',
    async (path) => {
      expect(await messageFor(path)).toBe(`No path of the API document matches ${path}.`)
    },
  )
})
