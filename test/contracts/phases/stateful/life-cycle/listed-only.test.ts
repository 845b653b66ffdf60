import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, ok, type Behaviours } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'

const labelWith = (size: number): object => ({
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    colour: text,
    size: { type: 'integer', minimum: 1, maximum: 9, default: size },
  },
})
const documentWith = (label: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Labels', version: '1' },
  paths: {
    '/labels': { get: listOf(label), post: { ...sent(label), ...answer(201, label) } },
    '/labels/{id}': { ...at('id'), put: { ...sent(label), ...answer(200, label) }, delete: gone },
  },
})
const document = documentWith(labelWith(3))

async function findingsOf(behaviours: Behaviours = {}): Promise<readonly string[]> {
  const target = await createMock({ document, world: 'empty', behaviours })
  const { findings } = await runContract({ document, phases: ['stateful'], target })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

describe('a record that only the list shows', () => {
  it('has no finding as the mock keeps it', async () => {
    expect(await findingsOf()).toEqual([])
  })

  it('is reported if a replacement keeps what it omits', async () => {
    const found = await findingsOf({
      async 'PUT /labels/{id}'({ request, store, next }) {
        const { id } = request.path
        const labels = store.collection('/labels')
        const before = typeof id === 'string' ? await labels.get(id) : undefined
        if (!before || typeof id !== 'string') return next()
        const merged = { ...before, ...(request.body as JsonObject) }
        await labels.put(id, merged)
        return ok(200, merged)
      },
    })
    expect(found).toContainEqual(expect.stringMatching(/^update-visible: .*no colour, which the replacement/))
  })

  it('is reported if it has another default', async () => {
    const target = await createMock({ document: documentWith(labelWith(5)), world: 'empty' })
    const { findings } = await runContract({ document, phases: ['stateful'], target })
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toContainEqual(
      expect.stringMatching(/^defaults: .*size/),
    )
  })
})
