import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

const statuses = (rule: string, format: string, ...dates: readonly string[]): Promise<readonly number[]> =>
  statusesOf(rule, format, dates, { 422: { description: 'Refused' } })

/** The statuses of new vouchers with these dates, on 15 June 2030. */
async function statusesOf(
  rule: string,
  format: string,
  dates: readonly string[],
  refusals: object,
): Promise<readonly number[]> {
  const ends = { type: 'string', format, description: rule }
  const voucher = object({ id: { ...text, readOnly: true }, ends })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Vouchers', version: '1' },
    paths: {
      '/vouchers': {
        get: answer(200, list(voucher)),
        post: {
          requestBody: json(voucher),
          responses: { 201: { description: 'Made', ...json(voucher) }, ...refusals },
        },
      },
    },
  }
  const now = '2030-06-15T12:00:00Z'
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true, now }))
  const answers: number[] = []
  for (const each of dates) answers.push((await send('POST', '/vouchers', { ends: each })).status)
  return answers
}

it('a time that must be in the future is refused if it is not', async () => {
  const times = ['2030-06-15T11:59:00Z', '2030-06-15T13:00:00Z', '2030-06-15T13:00:00+02:00']
  expect(await statuses('Must be in the future.', 'date-time', ...times)).toEqual([422, 201, 422])
})

it('a date that must not be in the future is refused if it is', async () => {
  const days = ['2030-06-14', '2030-06-15', '2030-06-16']
  expect(await statuses('Must not be in the future.', 'date', ...days)).toEqual([201, 201, 422])
})

it('it is refused with 400 where no status for a refusal is declared', async () => {
  const days = ['2030-06-14', '2030-06-16']
  expect(await statusesOf('Must not be in the future.', 'date', days, {})).toEqual([201, 400])
})
