import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { createMock, type HttpRequest, type HttpResponse, type Mock } from '../../../mock/index.ts'
import { parseJson, type JsonObject } from '../../../spec/json.ts'

const defects: unknown[] = []
let mock: Mock

beforeAll(async () => {
  mock = await createMock({ selfCheck: true, onError: (error) => defects.push(error) })
})

const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,8}$/)
const method = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE'),
  },
  { weight: 1, arbitrary: token },
)

/** Characters a client can send in a request target: visible ASCII and bytes above it, without space. */
const rawText = fc.stringMatching(/^[\x21-\x7e\x80-\xff]{0,20}$/)
const nearId = fc.oneof(
  fc.integer({ min: -2, max: 12 }).map(String),
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.constantFrom(
    '9223372036854775807',
    '9223372036854775808',
    '1e3',
    '1.0',
    '01',
    '%31',
    '%',
    '%zz',
    '%00',
    '%ff',
    'null',
    '*',
    '..',
  ),
  rawText.map((text) => text.replaceAll(/[?#]/g, '')),
)
const path = fc.oneof(
  fc.constantFrom(
    '/pets',
    '/categories',
    '/store/orders',
    '/inventory',
    '/',
    '//',
    '/pets/',
    '/pets//1',
    '*',
  ),
  fc
    .tuple(fc.constantFrom('/pets/', '/categories/', '/store/orders/', '/inventory/', '/'), nearId)
    .map((parts) => parts.join('')),
  rawText.map((text) => `/${text.replaceAll(/[?#]/g, '')}`),
)
const query = fc.oneof(
  fc.constant(''),
  fc
    .array(
      fc.tuple(
        fc.oneof(
          fc.constantFrom('limit', 'offset', 'status', 'categoryId', 'id', 'id[]', '__proto__'),
          rawText,
        ),
        nearId,
      ),
    )
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&')),
  rawText,
)

const value = fc.oneof(
  fc.constantFrom(
    '*',
    '"a"',
    'W/"a"',
    '*/*',
    'application/json',
    'text/html;q=0',
    'text/plain',
    'Bearer x',
    'key-1',
    'http://a.test',
    'POST',
    '',
  ),
  fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,30}$/),
)
const fieldName = fc.oneof(
  fc.constantFrom(
    'accept',
    'if-match',
    'if-none-match',
    'idempotency-key',
    'origin',
    'access-control-request-method',
    'authorization',
    'cookie',
    'content-type',
  ),
  token.map((name) => name.toLowerCase()),
)
const prefer = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('code', 'example', 'dynamic', 'x'),
      fc.oneof(fc.integer({ min: 0, max: 700 }).map(String), rawText),
    )
    .map((pair) => pair.join('=')),
  rawText,
)
const headers = fc
  .tuple(
    fc.dictionary(fieldName, fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 2 }))),
    fc.option(prefer, { nil: undefined, freq: 4 }),
    fc.constantFrom(
      'application/json',
      undefined,
      'application/json; charset=utf-8',
      'text/plain',
      'nonsense',
    ),
  )
  .map(([fields, wish, type]) => ({
    ...fields,
    ...(type !== undefined && { 'content-type': type }),
    ...(wish !== undefined && { prefer: wish }),
  }))

const member = fc.constantFrom(
  'name',
  'categoryId',
  'status',
  'id',
  'petId',
  'quantity',
  'shipDate',
  'complete',
  'description',
  '__proto__',
)
const scalar = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.integer({ min: 0, max: 5 }),
  fc.constantFrom('available', 'pending', 'sold', true, '2030-01-01T00:00:00Z', 1e300, -0),
)
const json = fc.oneof(fc.dictionary(member, scalar), fc.jsonValue()).map((value) => JSON.stringify(value))
const exactJson = fc
  .bigInt({ min: -(2n ** 65n), max: 2n ** 65n })
  .map((id) => `{"name":"x","categoryId":${id},"petId":${id},"quantity":${id}}`)
const body = fc.option(
  fc.oneof(
    fc.oneof(json, exactJson, fc.string()).map((text) => new TextEncoder().encode(text)),
    fc.uint8Array({ maxLength: 40 }),
  ),
  { nil: undefined },
)

const request: fc.Arbitrary<HttpRequest> = fc.record({ method, path, query, headers, body })

function check(
  { method: sent }: HttpRequest,
  { status, headers: fields, body: content }: HttpResponse,
): void {
  const isWish = fields['Preference-Applied'] !== undefined
  expect(status === 501 || status < 500 || isWish).toBe(true)
  expect(fields['Date']).toMatch(/ GMT$/)
  if (status < 400) return
  if (sent === 'HEAD') return expect(content).toBeUndefined()
  const reading = parseJson(String(content))
  const error = (reading.kind === 'ok' ? reading.value : {}) as JsonObject
  expect(error).toMatchObject({
    code: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/[.'…]$/),
  })
  if (!isWish) expect(error['status']).toBe(status)
}

it('responds to random requests as the document declares', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 6 }), async (requests) => {
      for (const request of requests) {
        const reply = await mock.handle(request)
        expect(defects).toEqual([])
        check(request, reply)
      }
    }),
    { numRuns: 1_500 },
  )
})

it('gives the same responses to the same requests', async () => {
  const other = await createMock({ now: '2026-01-01' })
  const one = await createMock({ now: '2026-01-01' })
  await fc.assert(
    fc.asyncProperty(request, async (sample) => {
      expect(await one.handle(sample)).toEqual(await other.handle(sample))
    }),
    { numRuns: 500 },
  )
})
