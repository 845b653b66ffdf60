import { describe, expect, it } from 'vitest'
import { aggregate } from '../../../contracts/checks/aggregate.ts'
import { batchResults } from '../../../contracts/checks/batch-results.ts'
import { conditionalRequest, type ConditionEvidence } from '../../../contracts/checks/conditional-request.ts'
import { createdListed } from '../../../contracts/checks/created-listed.ts'
import { createdReadable } from '../../../contracts/checks/created-readable.ts'
import { deletedGone } from '../../../contracts/checks/deleted-gone.ts'
import { failedWrite } from '../../../contracts/checks/failed-write.ts'
import { hierarchy } from '../../../contracts/checks/hierarchy.ts'
import { idempotency } from '../../../contracts/checks/idempotency.ts'
import { idsUnique } from '../../../contracts/checks/ids-unique.ts'
import { int64, mangledForms } from '../../../contracts/checks/int64.ts'
import { invalidRefused } from '../../../contracts/checks/invalid-refused.ts'
import { linkTargets } from '../../../contracts/checks/link-targets.ts'
import { locationResolves } from '../../../contracts/checks/location-resolves.ts'
import { mergePatch } from '../../../contracts/checks/merge-patch.ts'
import { readOnly } from '../../../contracts/checks/read-only.ts'
import { repeatDelete } from '../../../contracts/checks/repeat-delete.ts'
import { repeatPut } from '../../../contracts/checks/repeat-put.ts'
import { safeMethods } from '../../../contracts/checks/safe-methods.ts'
import { staleRead } from '../../../contracts/checks/stale-read.ts'
import { updateVisible } from '../../../contracts/checks/update-visible.ts'
import { validAccepted } from '../../../contracts/checks/valid-accepted.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { linesOf } from '../support/violations.ts'
import { answer } from './plain-answer.ts'

const pointer = '#/x'
const isDeclared = (): boolean => true

describe('a created record', () => {
  it('that cannot be read is reported with the status, or with the missing record', () => {
    const about = { sent: { name: 'Rex' }, record: undefined, isDeclared }
    expect(linesOf(createdReadable.judge({ ...about, status: 404 }))).toEqual([
      'not-found | 200 with the record | 404',
    ])
    expect(linesOf(createdReadable.judge({ ...about, status: 200 }))).toEqual([
      'not-found | 200 with the record | no record in the response',
    ])
    expect(linesOf(createdReadable.judge({ ...about, status: 500, record: { name: 'Rex' } }))).toEqual([
      'not-found | 200 with the record | 500',
    ])
  })

  it('that differs is reported once for each property, with the sent and the read value', () => {
    const about = { sent: { name: 'Rex', size: 3 }, record: { size: 4 }, isDeclared }
    expect(linesOf(createdReadable.judge({ ...about, status: 200 }))).toEqual([
      'property:name | name = "Rex", as sent | nothing',
      'property:size | size = 3, as sent | 4',
    ])
  })

  it('that is missing or differs in the list is reported', () => {
    expect(linesOf(createdListed.judge({ sent: { size: 3 }, item: undefined }))).toEqual([
      'missing | the new record in the list | a list without it',
    ])
    expect(linesOf(createdListed.judge({ sent: { size: 3 }, item: { size: 4 } }))).toEqual([
      'property:size | size = 3 in the list, as sent | 4',
    ])
  })

  it('whose strings come back in another case is a warning', () => {
    const judge = (sent: JsonObject, record: JsonObject): readonly (string | undefined)[] =>
      createdReadable.judge({ sent, record, status: 200, isDeclared }).map(({ severity }) => severity)
    expect(judge({ name: 'Rex' }, { name: 'rex' })).toEqual(['warning'])
    expect(judge({ tags: ['A', 'b'] }, { tags: ['a', 'b'] })).toEqual(['warning'])
    expect(judge({ name: 'Rex' }, { name: 'rax' })).toEqual([undefined])
    expect(judge({ tags: ['A', 'b'] }, { tags: ['a'] })).toEqual([undefined])
    expect(judge({ tags: ['A', 1] }, { tags: ['a', 2] })).toEqual([undefined])
    expect(judge({ name: 'Rex' }, {})).toEqual([undefined])
    const [recased] = createdListed.judge({ sent: { name: 'Rex' }, item: { name: 'REX' } })
    expect(recased).toMatchObject({ severity: 'warning', requirement: expect.stringContaining('Convention') })
  })

  it('that the Location does not lead to is reported with what is there', () => {
    const about = { location: '/pets/9', found: 9, created: 4 }
    expect(linesOf(locationResolves.judge({ ...about, status: undefined }))).toEqual([
      'unusable | Location to point to the new record | Location: /pets/9',
    ])
    expect(linesOf(locationResolves.judge({ ...about, status: 404 }))).toEqual([
      'unresolved | Location to point to the new record | 404 at /pets/9',
    ])
    expect(linesOf(locationResolves.judge({ ...about, status: 200 }))).toEqual([
      'other-record | Location to point to the new record, 4 | 9 at /pets/9',
    ])
    expect(
      linesOf(
        locationResolves.judge({ ...about, location: '/pets', found: undefined, isList: true, status: 200 }),
      ),
    ).toEqual(['list | Location to point to the new record | Location: /pets, which is the list'])
    expect(locationResolves.judge({ ...about, created: undefined, status: 200 })).toEqual([])
    // One answer may write an id as a text that another has as a number.
    expect(locationResolves.judge({ ...about, created: '9', status: 200 })).toEqual([])
  })

  it('with the id of another is reported, with the kind of conflict', () => {
    const say = (conflict: 'taken' | 'reused' | 'repeated'): readonly string[] =>
      linesOf(idsUnique.judge({ id: 4, conflict }))
    expect(say('taken')).toEqual(['taken | a unique id for each record | 4, the id of an existing record'])
    expect(say('reused')).toEqual([
      'reused | a unique id for each record | 4, the id of a deleted record | warning',
    ])
    expect(say('repeated')).toEqual(['repeated | a unique id for each record | 4 twice in one list'])
  })
})

describe('an updated record', () => {
  const about = { sent: { name: 'Rex' }, untouched: { size: 3 }, status: 200, isDeclared }

  it('that lost the update is reported first', () => {
    expect(linesOf(updateVisible.judge({ ...about, record: { name: 'Luna', size: 0 } }))).toEqual([
      'property:name | name = "Rex", as sent | "Luna"',
    ])
    expect(linesOf(updateVisible.judge({ ...about, status: 404, record: undefined }))).toEqual([
      'not-found | 200 with the record | 404',
    ])
  })

  it('that lost another property is reported with that property', () => {
    expect(linesOf(updateVisible.judge({ ...about, record: { name: 'Rex', size: 0 } }))).toEqual([
      'untouched:size | size = 3, which the update did not include | 0',
    ])
    expect(linesOf(updateVisible.judge({ ...about, record: { name: 'Rex' } }))).toEqual([
      'untouched:size | size = 3, which the update did not include | nothing',
    ])
  })

  it('that kept omitted properties after a replacement is reported with the section on PUT', () => {
    const kept = { ...about, record: { name: 'Rex', size: 3 }, kept: ['size', 'note'] }
    const by = 'by RFC 9110 §9.3.4: PUT replaces the state of the resource with the enclosed representation'
    expect(linesOf(updateVisible.judge(kept))).toEqual([
      `kept:size | no size, which the replacement omits | its old value | ${by}`,
      `kept:note | no note, which the replacement omits | its old value | ${by}`,
    ])
  })

  it('is reported if it keeps a property that null should have removed', () => {
    expect(linesOf(mergePatch.judge({ property: 'site', current: 'Cellar' }))).toEqual([
      'site | site to be removed, or null | site = "Cellar"',
    ])
  })

  it('is reported if it has a read-only value that the client sent', () => {
    expect(linesOf(readOnly.judge({ property: 'id', sent: 7, pointer }))).toEqual([
      'id | id to be assigned by the server | 7, as sent by the client | by #/x/readOnly',
    ])
  })

  it('is reported if the same PUT changes or creates it again', () => {
    expect(
      linesOf(
        repeatPut.judge({ status: 201, declaresOther: true, changes: ['count from 1 to 2', 'a new tag'] }),
      ),
    ).toEqual([
      'created-again | 200 or 204, because the record already exists | 201',
      'changed | the second PUT to change nothing | count from 1 to 2; a new tag',
    ])
  })
})

describe('a deleted record', () => {
  it('that can still be used is reported once for each use', () => {
    const uses = [
      { use: 'read', status: 200 },
      { use: 'update', status: 204 },
      { use: 'read', status: 404 },
    ] as const
    expect(linesOf(deletedGone.judge({ uses, listed: true, otherStatus: 410 }))).toEqual([
      'read | 404 or 410 for reading the deleted record | 200',
      'update | 404 or 410 for updating the deleted record | 204',
      'listed | a list without the deleted record | a list that contains it',
      'others | other records to remain | 410 for a record that was not deleted',
    ])
  })

  it.each([200, 401, 500])('leaves others alone when they answer %i', (otherStatus) => {
    expect(deletedGone.judge({ uses: [], listed: undefined, otherStatus })).toEqual([])
  })

  it('that can be deleted again is reported with the declared status', () => {
    expect(linesOf(repeatDelete.judge({ status: 204, declared: ['404', '410'], pointer }))).toEqual([
      'repeated | 404 or 410 for the second deletion, as the operation declares | 204 | by #/x',
    ])
  })
})

describe('changes of records', () => {
  const changes = ['/pets/1 went', '/pets/2 came']

  it('that should not happen are reported with the request', () => {
    expect(linesOf(failedWrite.judge({ title: 'a pet without name', status: 422, changes }))).toEqual([
      'changed | no change by a pet without name, which was refused with 422 | /pets/1 went; /pets/2 came',
    ])
    expect(linesOf(safeMethods.judge({ method: 'HEAD', changes }))).toEqual([
      'HEAD | HEAD to change nothing | /pets/1 went; /pets/2 came',
    ])
    const repeated = {
      header: 'Idempotency-Key',
      cause: 'record',
      difference: 'another id',
      pointer,
    } as const
    expect(linesOf(idempotency.judge(repeated))).toEqual([
      'record | a retry with the same Idempotency-Key and body to get the first response | another id | by #/x',
    ])
  })

  it('that should happen and do not are reported with the request', () => {
    const about = {
      rule: 'sold counts orders',
      cause: 'sold',
      after: 'createOrder',
      severity: 'warning',
    } as const
    expect(linesOf(aggregate.judge({ ...about, contradiction: 'sold is 3' }))).toEqual([
      'sold | that sold counts orders after createOrder | sold is 3 | warning',
    ])
    expect(linesOf(staleRead.judge({ write: 'update', first: 'the old name' }))).toEqual([
      'update | the first read after the update to show it | the old name; only the next read showed it',
    ])
  })
})

describe('an accepted or refused request', () => {
  it('is named by what is unusual in it', () => {
    const about = { cause: 'body/name maxLength', title: 'name of 100 characters' }
    const accepted = { ...about, answer: answer([], 201), forbiddenBy: pointer, severity: 'error' } as const
    expect(linesOf(invalidRefused.judge(accepted))).toEqual([
      'body/name maxLength | a request with name of 100 characters to be refused | 201 | by #/x | error',
    ])
    expect(linesOf(validAccepted.judge({ ...about, answer: answer([], 400), allowedBy: pointer }))).toEqual([
      'body/name maxLength | a request with name of 100 characters to be accepted | 400 | by #/x',
    ])
  })

  it('through another parent is reported with its effect', () => {
    const judge = (parent: 'other' | 'missing'): readonly string[] =>
      linesOf(hierarchy.judge({ answer: answer([], 200), parent, use: 'read' }))
    expect(judge('other')).toEqual([
      'other:read | 404 for a record that is read through another parent | 200',
    ])
    expect(judge('missing')).toEqual(['missing:read | 404, because the parent does not exist | 200'])
    const listed = { answer: answer([], 200), parent: 'other', use: 'listed' } as const
    expect(linesOf(hierarchy.judge(listed))).toEqual([
      'other:listed | a list without records of other parents | a list that contains one',
    ])
  })

  it('with a large integer is reported with the received value', () => {
    expect(linesOf(int64.judge({ where: 'path petId', sent: 2n ** 60n, came: '404', pointer }))).toEqual([
      'path petId | 1152921504606846976 in path petId to keep its exact value | 404 | by #/x',
    ])
    expect(mangledForms(2n ** 60n)).toEqual([])
    expect(mangledForms(2n ** 60n + 1n)).toEqual(['1152921504606846976', '1152921504606847000'])
  })

  it('to a broken link is reported with the relation and the target', () => {
    expect(linesOf(linkTargets.judge({ rel: 'next', uri: '/x', status: 404 }))).toEqual([
      'rel:next | the rel="next" link to resolve | 404 at /x',
    ])
    expect(linkTargets.judge({ rel: 'next', uri: '/x', status: 499 })).toEqual([])
  })
})

it.each([
  ['if-none-match', '§13.1.2'],
  ['if-match', '§13.1.1'],
  ['if-match-changed', '§13.1.1'],
  ['if-match-current', '§13.1.1'],
  ['etag-of-304', '§15.4.5'],
  ['etag-unchanged', '§8.8.1'],
] satisfies (readonly [ConditionEvidence['cause'], string])[])(
  'the condition %s rests on %s',
  (cause, section) => {
    const evidence = { cause, expected: '304', actual: '200', severity: 'warning' } as const
    const [violation] = conditionalRequest.judge(evidence)
    expect(violation).toMatchObject(evidence)
    expect(violation?.requirement).toContain(`RFC 9110 ${section}: `)
  },
)

describe('results of several records', () => {
  const results = [
    { place: 0, isSuccess: true },
    { place: 1, isSuccess: false },
  ]
  const about = { sent: 2, results, first: 0, count: { source: 'created', told: 1 } }

  it('are accepted if there is one for each, in its place, and the successes are counted', () => {
    expect(batchResults.judge(about)).toEqual([])
    expect(batchResults.judge({ ...about, first: undefined, count: undefined })).toEqual([])
  })

  it('are reported with what is missing, misplaced or miscounted', () => {
    expect(linesOf(batchResults.judge({ ...about, sent: 3 }))).toEqual([
      'missing | 3 results for 3 records | 2',
    ])
    expect(linesOf(batchResults.judge({ ...about, first: 1 }))).toEqual([
      'place | place 1 in the result of record 1 | 0',
    ])
    expect(linesOf(batchResults.judge({ ...about, count: { source: 'created', told: 2 } }))).toEqual([
      'created | created = 1, the number of records that were accepted | 2',
    ])
  })

  it('may count the records from 1 where the document does not say', () => {
    const fromOne = results.map((each) => ({ ...each, place: each.place + 1 }))
    expect(batchResults.judge({ ...about, results: fromOne, first: undefined })).toEqual([])
  })
})
