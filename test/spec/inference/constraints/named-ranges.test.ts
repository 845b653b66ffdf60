import { expect, it } from 'vitest'
import { rangesAmong } from '../../../../spec/inference/constraints/named-ranges.ts'

it.each([
  ['minPrice', 'maxPrice'],
  ['minimum_age', 'maximum_age'],
  ['from', 'to'],
  ['created_after', 'created_before'],
  ['valid-from', 'valid-until'],
  ['startsAt', 'endsAt'],
  ['start_date', 'due_date'],
  ['check_in', 'check_out'],
  ['checkIn', 'checkOut'],
  ['opens', 'closes'],
  ['firstDay', 'lastDay'],
  ['lowest', 'highest'],
  ['startedAt', 'finishedAt'],
])('the names %s and %s are those of a range', (lower, upper) => {
  expect(rangesAmong([upper, 'name', lower])).toEqual([{ lower, upper }])
})

it.each([
  ['arrivesOn', 'departsOn'],
  ['departureTime', 'arrivalTime'],
])('%s comes before %s if it is given first', (lower, upper) => {
  expect(rangesAmong([lower, upper])).toEqual([{ lower, upper }])
})

it.each([
  ['from', 'total'],
  ['start', 'endpoint'],
  ['minutes', 'maximum'],
  ['check_in', 'invoice_out'],
])('the names %s and %s are not', (...names) => {
  expect(rangesAmong(names)).toEqual([])
})
