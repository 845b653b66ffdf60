import { expect, it } from 'vitest'
import { timeFormulasOf } from '../../../../spec/inference/times/time-formulas.ts'
import { loadDocument } from '../../../../spec/load.ts'

/** The end of a visit of 45 minutes from ten o'clock, by its description. */
async function endOf(description: string): Promise<string | undefined> {
  const time = { type: 'string', format: 'date-time' }
  const schema = {
    type: 'object',
    properties: {
      starts_at: time,
      duration_minutes: { type: 'integer' },
      ends_at: { ...time, description },
    },
  }
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const [formula] = timeFormulasOf(document, { schema, pointer: '#/components/schemas/Visit' })
  const instant = formula?.valueIn({ starts_at: '2031-05-01T10:00:00Z', duration_minutes: 45 })
  return instant === undefined ? undefined : new Date(instant).toISOString()
}

it.each([
  '`duration_minutes` after `starts_at`',
  '`starts_at` plus `duration_minutes`.',
  'starts_at + duration_minutes',
  'Computed from `starts_at` and `duration_minutes`.',
  'Calculated as `starts_at` plus the `duration_minutes`',
])('a time follows from another one and a length: %s', async (description) => {
  expect(await endOf(description)).toBe('2031-05-01T10:45:00.000Z')
})

it.each([
  'At least `starts_at` plus `duration_minutes`',
  '`starts_at` plus `duration_minutes`, unless it is cancelled',
  '`duration_minutes` plus `starts_at` and the break',
])('a description that says more is left open: %s', async (description) => {
  expect(await endOf(description)).toBeUndefined()
})

/** A date or a time of an invoice that was made at ten and sent at noon, by its description. */
async function termOf(format: string, description: string): Promise<string | undefined> {
  const time = { type: 'string', format: 'date-time' }
  const properties = { created_at: time, sent_at: time, due: { type: 'string', format, description } }
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const schema = { type: 'object', properties }
  const [formula] = timeFormulasOf(document, { schema, pointer: '#/components/schemas/Invoice' }, true)
  const instant = formula?.valueIn({ created_at: '2031-05-01T10:00:00Z', sent_at: '2031-05-02T12:00:00Z' })
  return instant === undefined ? undefined : new Date(instant).toISOString()
}

it.each([
  ['date-time', '15 minutes after creation', '2031-05-01T10:15:00.000Z'],
  ['date-time', 'Two hours after it was sent.', '2031-05-02T14:00:00.000Z'],
  ['date', '14 days after the invoice was sent', '2031-05-16T12:00:00.000Z'],
  ['date', '14 days after it was paid', undefined],
])('a %s follows from the time of an event: %s', async (format, description, expected) => {
  expect(await termOf(format, description)).toBe(expected)
})
