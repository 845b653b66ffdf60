import { describe, expect, it } from 'vitest'
import { aggregate } from '../../../contracts/checks/aggregate.ts'
import { conditionalRequest } from '../../../contracts/checks/conditional-request.ts'
import { createdListed } from '../../../contracts/checks/created-listed.ts'
import { createdReadable } from '../../../contracts/checks/created-readable.ts'
import { deletedGone } from '../../../contracts/checks/deleted-gone.ts'
import { failedWrite } from '../../../contracts/checks/failed-write.ts'
import { idempotency } from '../../../contracts/checks/idempotency.ts'
import { idsUnique } from '../../../contracts/checks/ids-unique.ts'
import { int64, mangledForms } from '../../../contracts/checks/int64.ts'
import { invalidRefused } from '../../../contracts/checks/invalid-refused.ts'
import { listFilter } from '../../../contracts/checks/list-filter.ts'
import { listLimit } from '../../../contracts/checks/list-limit.ts'
import { listOffset } from '../../../contracts/checks/list-offset.ts'
import { listTotal } from '../../../contracts/checks/list-total.ts'
import { locationResolves } from '../../../contracts/checks/location-resolves.ts'
import { judgeFailure } from '../../../contracts/checks/no-response.ts'
import { repeatDelete } from '../../../contracts/checks/repeat-delete.ts'
import { safeMethods } from '../../../contracts/checks/safe-methods.ts'
import { staleRead } from '../../../contracts/checks/stale-read.ts'
import { updateVisible } from '../../../contracts/checks/update-visible.ts'
import { validAccepted } from '../../../contracts/checks/valid-accepted.ts'
import { causes } from '../support/violations.ts'
import { answer } from './plain-answer.ts'

const isDeclared = (): boolean => true
const pointer = '#/x'

describe('created-readable', () => {
  const read = (
    record: Parameters<typeof createdReadable.judge>[0]['record'],
    status = 200,
  ): readonly string[] =>
    causes(
      createdReadable.judge({
        sent: { name: 'Luna', born: '2020-01-01T00:00:00Z' },
        status,
        record,
        isDeclared,
      }),
    )

  it('accepts the sent values with additional properties', () => {
    expect(read({ id: 4, name: 'Luna', born: '2020-01-01T00:00:00Z' })).toEqual([])
  })

  it('accepts other notations of the same instant', () => {
    expect(read({ name: 'Luna', born: '2020-01-01T01:00:00.000+01:00' })).toEqual([])
    expect(read({ name: 'Luna', born: '2020-01-01T02:00:00Z' })).toEqual(['property:born'])
  })

  it('reports different values, missing ones and a missing record', () => {
    expect(read({ name: 'LUNA', born: '2020-01-01T00:00:00Z' })).toEqual(['property:name'])
    expect(read({ name: 'Luna' })).toEqual(['property:born'])
    expect(read(undefined, 404)).toEqual(['not-found'])
  })

  it('does not expect properties that the document does not describe for the record', () => {
    const evidence = { sent: { password: 'x' }, status: 200, record: {}, isDeclared: () => false }
    expect(createdReadable.judge(evidence)).toEqual([])
  })
})

describe('created-listed', () => {
  it('expects the sent values in the item; a list may omit properties', () => {
    expect(createdListed.judge({ sent: { name: 'Luna', note: 'x' }, item: { name: 'Luna' } })).toEqual([])
    expect(causes(createdListed.judge({ sent: { name: 'Luna' }, item: { name: 'Rex' } }))).toEqual([
      'property:name',
    ])
    expect(causes(createdListed.judge({ sent: {}, item: undefined }))).toEqual(['missing'])
  })
})

describe('update-visible', () => {
  const evidence = { sent: { name: 'Rex' }, untouched: { size: 3 }, status: 200, isDeclared }

  it('expects the sent values, and no other changes', () => {
    expect(updateVisible.judge({ ...evidence, record: { name: 'Rex', size: 3 } })).toEqual([])
    expect(causes(updateVisible.judge({ ...evidence, record: { name: 'Luna', size: 3 } }))).toEqual([
      'property:name',
    ])
    expect(causes(updateVisible.judge({ ...evidence, record: { name: 'Rex', size: 0 } }))).toEqual([
      'untouched:size',
    ])
  })

  it('reports properties that a replacement should have removed', () => {
    expect(
      causes(updateVisible.judge({ ...evidence, record: { name: 'Rex', size: 3 }, kept: ['size'] })),
    ).toEqual(['kept:size'])
  })
})

describe('deleted-gone', () => {
  const deletedRecord = { uses: [{ use: 'read', status: 404 }], listed: false, otherStatus: 200 } as const

  it('expects 404 or 410 for every use, and only for the deleted record', () => {
    expect(deletedGone.judge(deletedRecord)).toEqual([])
    expect(
      deletedGone.judge({
        ...deletedRecord,
        uses: [{ use: 'update', status: 410 }],
        listed: undefined,
        otherStatus: undefined,
      }),
    ).toEqual([])
    expect(causes(deletedGone.judge({ ...deletedRecord, uses: [{ use: 'read', status: 200 }] }))).toEqual([
      'read',
    ])
    expect(causes(deletedGone.judge({ ...deletedRecord, listed: true }))).toEqual(['listed'])
    expect(causes(deletedGone.judge({ ...deletedRecord, otherStatus: 404 }))).toEqual(['others'])
  })
})

describe('repeat-delete', () => {
  it('is only judged if the document declares a response for a missing record', () => {
    expect(causes(repeatDelete.judge({ status: 204, declared: ['404'], pointer }))).toEqual(['repeated'])
    expect(repeatDelete.judge({ status: 204, declared: [], pointer })).toEqual([])
    expect(repeatDelete.judge({ status: 404, declared: ['404'], pointer })).toEqual([])
  })
})

describe('location-resolves', () => {
  const evidence = { location: '/pets/4', status: 200, found: 4, created: 4 }

  it('expects a success with the created record', () => {
    expect(locationResolves.judge(evidence)).toEqual([])
    expect(locationResolves.judge({ ...evidence, found: undefined })).toEqual([])
    expect(causes(locationResolves.judge({ ...evidence, status: 404 }))).toEqual(['unresolved'])
    expect(causes(locationResolves.judge({ ...evidence, status: undefined }))).toEqual(['unusable'])
    expect(causes(locationResolves.judge({ ...evidence, found: 1 }))).toEqual(['other-record'])
  })

  it('is not judged after the sunset', () => {
    expect(locationResolves.judge({ ...evidence, status: 410 })).toEqual([])
  })
})

describe('ids-unique', () => {
  it('names the conflict', () => {
    expect(idsUnique.judge({ id: 4, conflict: undefined })).toEqual([])
    expect(causes(idsUnique.judge({ id: 4, conflict: 'reused' }))).toEqual(['reused'])
  })
})

describe('lists', () => {
  it('must not have more items than requested', () => {
    expect(listLimit.judge({ parameter: 'limit', limit: 2, returned: 2, pointer })).toEqual([])
    expect(causes(listLimit.judge({ parameter: 'limit', limit: 2, returned: 3, pointer }))).toEqual(['limit'])
  })

  it.each([
    ['pages that follow one another', [[1, 2], [3]], true, []],
    [
      'pages that overlap',
      [
        [1, 2],
        [2, 3],
      ],
      true,
      ['offset:overlap'],
    ],
    ['pages that leave something out', [[1], [3]], true, ['offset:gap']],
    ['pages that were not read to the end', [[1]], false, []],
  ])('%s', (_, pages, complete, expected) => {
    expect(
      causes(listOffset.judge({ parameter: 'offset', whole: [1, 2, 3], pages, complete, pointer })),
    ).toEqual(expected)
  })

  it('must have the right total', () => {
    const evidence = { source: 'X-Total-Count', counted: 3, filter: '' }
    expect(listTotal.judge({ ...evidence, total: 3 })).toEqual([])
    expect(listTotal.judge({ ...evidence, total: undefined })).toEqual([])
    expect(causes(listTotal.judge({ ...evidence, total: 2 }))).toEqual(['X-Total-Count'])
  })

  it('must contain all items that match a filter, and no others', () => {
    const evidence = {
      parameter: 'status',
      property: 'status',
      values: ['sold'],
      mismatches: [],
      missing: [],
      pointer,
    }
    expect(listFilter.judge(evidence)).toEqual([])
    expect(causes(listFilter.judge({ ...evidence, mismatches: ['pending'] }))).toEqual(['status:others'])
    expect(causes(listFilter.judge({ ...evidence, missing: [4] }))).toEqual(['status:missing'])
  })
})

describe('unexpected changes', () => {
  it('are described in words', () => {
    expect(causes(safeMethods.judge({ method: 'GET', changes: ['/pets/1 went'] }))).toEqual(['GET'])
    expect(safeMethods.judge({ method: 'GET', changes: [] })).toEqual([])
    expect(causes(failedWrite.judge({ title: 'a request', status: 409, changes: ['/pets/9 came'] }))).toEqual(
      ['changed'],
    )
    expect(failedWrite.judge({ title: 'a request', status: 409, changes: [] })).toEqual([])
  })

  it('of derived values are reported with the rule they break', () => {
    const evidence = { rule: 'all agree', cause: 'agree', after: 'PATCH', severity: 'error' } as const
    expect(causes(aggregate.judge({ ...evidence, contradiction: 'they do not' }))).toEqual(['agree'])
    expect(aggregate.judge({ ...evidence, contradiction: undefined })).toEqual([])
  })
})

describe('findings that a phase decides on', () => {
  const content = { kind: 'json', value: { message: 'The name is too long.' }, duplicate: undefined } as const
  const refused = { ...answer([], 400), content }
  const accepted = answer([], 201)
  const about = { cause: 'body/name maxLength', title: 'name of 100 characters' }

  it('say what was refused, with the message', () => {
    const [violation] = validAccepted.judge({ ...about, answer: refused, allowedBy: pointer })
    expect(violation).toMatchObject({
      cause: about.cause,
      actual: '400 (The name is too long.)',
      requirement: pointer,
    })
  })

  it('say what was accepted, if it was', () => {
    const evidence = { ...about, forbiddenBy: pointer, severity: 'error' } as const
    expect(causes(invalidRefused.judge({ ...evidence, answer: accepted }))).toEqual([about.cause])
    expect(invalidRefused.judge({ ...evidence, answer: refused })).toEqual([])
  })

  it('name their requirement', () => {
    const condition = { cause: 'if-match', expected: '412', actual: '200', severity: 'error' } as const
    expect(conditionalRequest.judge(condition)[0]?.requirement).toContain('§13.1.1')
    expect(
      idempotency.judge({ header: 'Idempotency-Key', cause: 'record', difference: '5', pointer })[0]
        ?.requirement,
    ).toBe(pointer)
    expect(causes(staleRead.judge({ write: 'update', first: 'an older state' }))).toEqual(['update'])
    expect(judgeFailure('reset')).toMatchObject({
      cause: 'no-response:reset',
      actual: 'the connection closed without a response',
    })
  })
})

describe('int64', () => {
  it('names the place, and the integer exactly', () => {
    const [violation] = int64.judge({ where: 'path petId', sent: 9007199254740993n, came: '404', pointer })
    expect(violation).toMatchObject({
      cause: 'path petId',
      expected: '9007199254740993 in path petId to keep its exact value',
    })
  })

  it('knows the forms that a double gives it', () => {
    expect(mangledForms(9007199254740993n)).toEqual(['9007199254740992'])
    expect(mangledForms(9223372036854775807n)).toEqual(['9223372036854775808', '9223372036854776000'])
    expect(mangledForms(9007199254740994n)).toEqual([])
  })
})
