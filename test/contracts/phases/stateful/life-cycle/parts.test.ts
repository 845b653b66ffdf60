import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, ok, refuse, type Behaviour } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const line = {
  type: 'object',
  required: ['id', 'text', 'quantity'],
  properties: { id, text, quantity: { type: 'integer', minimum: 1, maximum: 99 } },
}
const invoice = {
  type: 'object',
  required: ['id', 'title', 'lines'],
  properties: { id, title: text, lines: { type: 'array', items: line, readOnly: true } },
}

/** Invoices that alone show their lines; what is added is shown as such, or within its invoice. */
const documentWith = (shown: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Invoices', version: '1' },
  paths: {
    '/invoices': kept(invoice),
    '/invoices/{id}': { ...at('id'), get: answer(200, invoice), delete: gone },
    '/invoices/{id}/lines': {
      ...at('id'),
      post: { operationId: 'addLine', ...sent(line), ...answer(201, shown) },
    },
    '/invoices/{id}/lines/{lineId}': {
      ...at('id', 'lineId'),
      put: { operationId: 'putLine', ...sent(line), ...answer(200, line) },
      delete: { operationId: 'removeLine', ...gone },
    },
  },
})

type Lines = readonly JsonObject[]
interface Change {
  readonly lines: Lines
  /** The id in the path. */
  readonly at: string
  readonly body: JsonObject
}

/** What each operation makes of the lines of an invoice. */
type Changes = Readonly<Record<'addLine' | 'putLine' | 'removeLine', (change: Change) => Lines>>

const right: Changes = {
  addLine: ({ lines, body }) => [...lines, body],
  putLine: ({ lines, at, body }) => lines.map((each) => (each['id'] === at ? { ...body, id: at } : each)),
  removeLine: ({ lines, at }) => lines.filter((each) => each['id'] !== at),
}

async function check(changes: Changes, shown: object = line) {
  let last = 0
  const change =
    (name: keyof Changes): Behaviour =>
    async ({ request, store }) => {
      const { id = '', lineId: at = '' } = request.path as Readonly<Record<string, string>>
      const invoices = store.collection('/invoices')
      const before = await invoices.get(id)
      if (!before) return refuse(404, 'not_found', 'There is no such invoice.')
      const lines = (before['lines'] ?? []) as Lines
      if (name !== 'addLine' && !lines.some((each) => each['id'] === at))
        return refuse(404, 'not_found', 'There is no such line.')
      const body = {
        ...(request.body as JsonObject),
        ...(name === 'addLine' && { id: `line${String((last += 1))}` }),
      }
      const after = { ...before, lines: changes[name]({ lines, at, body }) }
      await invoices.put(id, after)
      if (name === 'removeLine') return ok(204)
      return name === 'addLine' ? ok(201, shown === invoice ? after : body) : ok(200, { ...body, id: at })
    }
  const document = documentWith(shown)
  const behaviours = {
    addLine: change('addLine'),
    putLine: change('putLine'),
    removeLine: change('removeLine'),
  }
  const { findings, summary } = await runContract({
    document,
    phases: ['coverage', 'stateful'],
    target: await createMock({ document, behaviours, world: 'empty' }),
  })
  return { found: findings.map(({ check, message }) => `${check}: ${message}`), covered: summary.covered }
}

describe('records that only the record above them shows', () => {
  it.each([
    ['the record', line],
    ['the record above it', invoice],
  ])('have no finding if they are kept, and the response to an addition is %s', async (_, shown) => {
    expect(await check(right, shown)).toEqual({ found: [], covered: 7 })
  })

  const defects: readonly (readonly [string, Partial<Changes>, string])[] = [
    ['are not kept', { addLine: ({ lines }) => lines }, 'created-listed'],
    ['replace each other', { addLine: ({ body }) => [body] }, 'created-listed'],
    [
      'lose what was sent',
      { addLine: ({ lines, body }) => [...lines, { ...body, quantity: 1 }] },
      'created-listed',
    ],
    ['are not replaced', { putLine: ({ lines }) => lines }, 'update-visible'],
    ['are not removed', { removeLine: ({ lines }) => lines }, 'deleted-gone'],
    ['are removed together', { removeLine: () => [] }, 'deleted-gone'],
  ]
  it.each(defects)('are reported if they %s', async (_, defect, expected) => {
    const { found } = await check({ ...right, ...defect })
    expect(found.map((each) => each.replace(/:.*/s, ''))).toContain(expected)
  })
})
