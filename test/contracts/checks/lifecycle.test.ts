import { describe, expect, it } from 'vitest'
import { describeApi } from '../../../contracts/api/api.ts'
import { deprecationHeader } from '../../../contracts/checks/deprecation-header.ts'
import { sunsetHeader } from '../../../contracts/checks/sunset-header.ts'
import { sunsetOrder } from '../../../contracts/checks/sunset-order.ts'
import { unauthorized } from '../../../contracts/checks/unauthorized.ts'
import { undeclaredDeprecation } from '../../../contracts/checks/undeclared-deprecation.ts'
import type { Answer } from '../../../contracts/interaction.ts'
import { loadDocument } from '../../../spec/load.ts'
import { json } from '../support/answer-to.ts'
import { answerOf, error, pet, petStore } from '../support/petstore-answers.ts'
import { causes } from '../support/violations.ts'

const since = '@1764892800'
const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT'

function saying(
  deprecation: string | readonly string[] | undefined,
  until: string | undefined,
  status = 200,
  operationId = 'getPet',
): Answer {
  const fields = [deprecation ?? []].flat().map((value) => ['Deprecation', value] as const)
  const headers = [json, ...fields, ...(until === undefined ? [] : [['Sunset', until] as const])]
  return answerOf(operationId, { status, headers, body: status === 200 ? pet : error(status) })
}

const all = (answer: Answer): readonly string[] =>
  [deprecationHeader, sunsetHeader, sunsetOrder, undeclaredDeprecation].flatMap((check) =>
    causes(check.judge(answer)).map((cause) => `${check.id} ${cause}`),
  )

describe('an operation that is deprecated and has a sunset', () => {
  it('must send both headers with the documented dates', () => {
    expect(all(saying(since, sunset))).toEqual([])
  })

  it('may send the date with parameters', () => {
    expect(all(saying(`${since};x=1`, sunset))).toEqual([])
  })

  it.each([
    'true',
    '?1',
    'Fri, 05 Dec 2025 00:00:00 GMT',
    '1764892800',
    '@1764892800.5',
    '@1764892800000',
    '"@1764892800"',
  ])('must not send Deprecation: %s', (value) => {
    expect(all(saying(value, sunset))).toEqual(['deprecation-header malformed'])
  })

  it('must send the header once', () => {
    expect(all(saying([since, since], sunset))).toEqual(['deprecation-header malformed'])
  })

  it.each([
    '2030-12-05T00:00:00Z',
    'Fri, 05 Dec 2030 00:00:00 GMT',
    'Thu, 05 Dec 2030 00:00:00 UTC',
    'Thu, 5 Dec 2030 00:00:00 GMT',
    'Thursday, 05-Dec-30 00:00:00 GMT',
  ])('must not send Sunset: %s', (value) => {
    expect(all(saying(since, value))).toEqual(['sunset-header malformed'])
  })

  it('must not send other dates than the document', () => {
    expect(all(saying('@1764806400', sunset))).toEqual(['deprecation-header contradicts'])
    expect(all(saying(since, 'Fri, 06 Dec 2030 00:00:00 GMT'))).toEqual(['sunset-header contradicts'])
  })

  it('must not have a sunset before its deprecation, which is one finding', () => {
    expect(all(saying(since, 'Wed, 04 Dec 2024 00:00:00 GMT'))).toEqual(['sunset-order order'])
    expect(all(saying('@2000000000', sunset))).toEqual(['sunset-order order'])
  })

  it('must send both with errors that declare the headers', () => {
    expect(all(saying(undefined, undefined, 404))).toEqual([
      'deprecation-header missing',
      'sunset-header missing',
    ])
  })

  it('need not send the headers after its sunset', () => {
    expect(all(saying(undefined, sunset, 410))).toEqual([])
  })
})

describe('an operation that is only deprecated', () => {
  it('is a warning if it does not send the header', async () => {
    const responses = { '200': { description: 'Fine.' } }
    const paths = { '/old': { get: { operationId: 'old', deprecated: true, responses } } }
    const api = describeApi(
      await loadDocument({ openapi: '3.0.3', info: { title: 'Old', version: '1' }, paths }),
    )
    const [violation] = deprecationHeader.judge(answerOf('old', { status: 200, api }))
    expect(violation).toMatchObject({ cause: 'missing', severity: 'warning' })
  })
})

describe('any other operation', () => {
  it('must send neither header', () => {
    expect(all(saying(since, sunset, 404, 'getOrder'))).toEqual([
      'undeclared-deprecation deprecation',
      'undeclared-deprecation sunset',
    ])
    expect(all(saying(undefined, undefined, 404, 'getOrder'))).toEqual([])
  })
})

describe('unauthorized', () => {
  const secured = describeApi({
    ...petStore.document,
    root: { ...petStore.document.root, security: [{ bearerAuth: [] }] },
  })

  it('expects 401 with a challenge', () => {
    const challenge = (value: string): readonly string[] =>
      causes(
        unauthorized.judge(
          answerOf('listPets', {
            status: 401,
            headers: [json, ['WWW-Authenticate', value]],
            body: error(401),
          }),
        ),
      )
    expect(challenge('Bearer')).toEqual([])
    expect(challenge('Bearer realm="pets", Basic')).toEqual([])
    expect(challenge('')).toEqual(['challenge'])
    expect(causes(unauthorized.judge(answerOf('listPets', { status: 401, body: error(401) })))).toEqual([
      'challenge',
    ])
  })

  it('is only judged if every security requirement demands credentials', () => {
    const given = { status: 200, body: [], credentials: 'withheld' } as const
    expect(causes(unauthorized.judge(answerOf('listPets', { ...given, api: secured })))).toEqual(['ignored'])
    expect(unauthorized.judge(answerOf('listPets', given))).toEqual([])
    expect(
      unauthorized.judge(answerOf('listPets', { ...given, credentials: 'unknown', api: secured })),
    ).toEqual([])
  })
})
