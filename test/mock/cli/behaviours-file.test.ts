import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadBehaviours } from '../../../mock/cli/behaviours-file.ts'
import { createMock } from '../../../mock/index.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-behaviours-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const closed = `import { defineBehaviours, refuse } from 'stablehand'
export default defineBehaviours({
  placeOrder: async ({ request, next }: { request: any; next: () => any }) =>
    request.body.quantity > 3 ? refuse(409, 'closed', 'We are closed.') : next(),
})
`

describe('a behaviours file', () => {
  it.each([
    ['behaviours.ts', closed],
    [
      'behaviours.mjs',
      'export default { placeOrder: () => ({ kind: "refused", status: 409, code: "closed", message: "We are closed." }) }',
    ],
    [
      'behaviours.cjs',
      'module.exports = { placeOrder: () => ({ kind: "refused", status: 409, code: "closed", message: "We are closed." }) }',
    ],
  ])('can be %s', async (name, text) => {
    const mock = await createMock({ behaviours: await loadBehaviours(await file(name, text)) })
    const response = await mock.fetch(
      new Request('http://localhost/store/orders', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"petId":1,"quantity":4}',
      }),
    )
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { code: 'closed', message: 'We are closed.' },
    ])
  })

  it('is reloaded each time', async () => {
    const path = await file('behaviours.ts', 'export default { a() { return 1 } }')
    const [first] = Object.keys(await loadBehaviours(path))
    await writeFile(path, 'export default { b() { return 2 } }')
    expect([first, ...Object.keys(await loadBehaviours(path))]).toEqual(['a', 'b'])
  })

  it.each([
    ['a missing file', undefined, /^The behaviours file .*gone\.ts does not exist\.$/],
    ['a file with a syntax error', 'export default {', /cannot be loaded: /],
    ['a file that throws', 'throw new Error("not today")', /cannot be loaded: not today/],
    ['a file without a default export', 'export const a = 1', /The file has no default export/],
    ['a file that exports a function', 'export default () => 1', /must have a default export: an object/],
  ])('is rejected: %s', async (_, text, message) => {
    const path = text === undefined ? join(folder, 'gone.ts') : await file('wrong.ts', text)
    await expect(loadBehaviours(path)).rejects.toMatchObject({
      name: 'MockOptionError',
      message: expect.stringMatching(message) as string,
    })
  })
})

describe('invalid behaviours', () => {
  it('are rejected together: unknown operations and values that are not functions', async () => {
    const behaviours = { placOrder: () => ({}), createPet: 1 } as unknown as NonNullable<
      Parameters<typeof createMock>[0]
    >['behaviours']
    await expect(createMock({ behaviours: behaviours! })).rejects.toThrow(
      "A behaviour is given for 'placOrder', which is not an operation of the document; did you mean 'placeOrder'?\nThe behaviour 'createPet' is not a function.",
    )
  })
})
