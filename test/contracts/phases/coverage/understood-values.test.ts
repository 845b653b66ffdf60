import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock } from '../../../../mock/index.ts'
import { amendingTarget, type Amendments } from '../../support/amending-target.ts'
import { answer, query, sent } from '../../support/document-parts.ts'

const fresh = {
  type: 'object',
  required: ['code', 'due', 'count', 'isUrgent'],
  properties: {
    code: { type: 'string', pattern: '^[a-z]{3,8}$' },
    due: { type: 'string', format: 'date' },
    count: { type: 'integer', minimum: 0, maximum: 9 },
    isUrgent: { type: 'boolean' },
  },
}
const task = { ...fresh, required: ['id'], properties: { id: { type: 'integer' }, ...fresh.properties } }
const document = {
  openapi: '3.0.3',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': {
      get: {
        parameters: [
          query('isUrgent', { type: 'boolean' }),
          query('owner', { type: 'string', format: 'uuid' }),
        ],
        ...answer(200, { type: 'array', items: task }),
      },
      post: { ...sent(fresh), ...answer(201, task) },
    },
  },
}

/** The severity and message of each finding about a server that reads requests in its own way before it validates them. */
async function findingsOf(reader: Amendments): Promise<readonly string[]> {
  const target = amendingTarget(await createMock({ document }), reader)
  const { findings } = await runContract({ document, phases: ['coverage'], target })
  return findings.map(({ severity, message }) => `${severity} ${message}`).sort()
}

const read = (name: string, map: (value: string) => unknown): Amendments => ({
  body: (body) => (typeof body[name] === 'string' ? { ...body, [name]: map(body[name]) } : body),
})

it('only warns that a number is read from text, and a date without leading zeros', async () => {
  expect(await findingsOf(read('count', (text) => (/^\d+$/.test(text) ? Number(text) : text)))).toEqual([
    expect.stringMatching(/^warning .*count = "\d", a string .* converts values to the declared type/),
  ])
  expect(
    await findingsOf(
      read('due', (text) =>
        text.replaceAll(/-\d+/g, (part) => `-${String(Number(part.slice(1))).padStart(2, '0')}`),
      ),
    ),
  ).toEqual([expect.stringMatching(/^warning .*due = "2024-1-5", without leading zeros/)])
})

it('reports a value that becomes another one', async () => {
  const day = /^\d{4}-\d\d-\d\d$/
  const rollOver = (text: string): string =>
    day.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString().slice(0, 10) : text
  expect(await findingsOf(read('due', rollOver))).toEqual([
    expect.stringMatching(/^error .*due = "2023-02-29", a day that does not exist/),
  ])
  expect(
    await findingsOf({
      body: (body) => ({
        ...body,
        count: typeof body['count'] === 'number' ? Math.trunc(body['count']) : body['count'],
      }),
    }),
  ).toEqual([expect.stringMatching(/^error .*count = 1.5, a number with decimals/)])
})

it('accepts that whitespace around a value is removed', async () => {
  expect(await findingsOf(read('code', (text) => text.trim()))).toEqual([])
})

it('only warns about words that many frameworks read as booleans, and ids without hyphens', async () => {
  const words = new Map([
    ['yes', 'true'],
    ['1', 'true'],
  ])
  const findings = await findingsOf({
    query(parameters) {
      const [word, owner] = [parameters.get('isUrgent') ?? '', parameters.get('owner') ?? '']
      const spoken = words.get(word)
      if (spoken !== undefined) parameters.set('isUrgent', spoken)
      const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(owner)
      if (parts) parameters.set('owner', parts.slice(1).join('-'))
    },
  })
  expect(findings).toEqual([
    expect.stringMatching(/^warning .*isUrgent value = "yes", a word instead of a boolean/),
    expect.stringMatching(/^warning .*owner value = "f81d\w+", without hyphens/),
  ])
})

it('reports a flag that any word sets', async () => {
  const findings = await findingsOf({
    query(parameters) {
      if (parameters.has('isUrgent')) parameters.set('isUrgent', 'true')
    },
  })
  expect(findings).toContainEqual(expect.stringMatching(/^error .*isUrgent value = "maybe", another word/))
})
