import { checks } from '../../../contracts/checks/index.ts'
import type { CaseSummary, OperationSummary, RunEvent, Verdict } from '../../../contracts/events.ts'
import type { Finding } from '../../../contracts/findings/finding.ts'

const day = 86_400
const startedAt = '2026-11-21T10:00:00.000Z'
const now = Date.parse(startedAt) / 1000

const operation = (
  id: string,
  method: string,
  path: string,
  more: Partial<OperationSummary> = {},
): OperationSummary => ({
  id,
  method,
  path,
  statuses: ['200', '400', '404', 'default'],
  deprecated: false,
  since: undefined,
  sunset: undefined,
  stability: undefined,
  ...more,
})

export const operations: readonly OperationSummary[] = [
  operation('listPets', 'GET', '/pets', { statuses: ['200', '400', '401', 'default'] }),
  operation('createPet', 'POST', '/pets', { statuses: ['201', '400', '401', '422', 'default'] }),
  operation('getPet', 'GET', '/pets/{petId}', {
    statuses: ['200', '400', '401', '404', '410', 'default'],
    deprecated: true,
    since: now - 351 * day,
    sunset: now + 1475 * day,
  }),
  operation('deletePet', 'DELETE', '/pets/{petId}', { statuses: ['204', '4XX'], stability: 'beta' }),
  operation('findByTags', 'GET', '/pets/findByTags', {
    deprecated: true,
    since: now - 400 * day,
    sunset: now - 3 * day,
  }),
  operation('uploadFile', 'POST', '/pets/{petId}/image', {
    deprecated: true,
    since: now - 300 * day,
    sunset: now + 40 * day,
  }),
  operation('listLegacy', 'GET', '/legacy', { deprecated: true }),
  operation('GET /plain', 'GET', '/plain'),
]

const caseOf = (path: string, operationId: string, title: string): CaseSummary => ({
  path,
  phase: path.slice(0, path.indexOf('/')) as CaseSummary['phase'],
  operation: operationId,
  title,
})

const cases: readonly (readonly [CaseSummary, Verdict])[] = [
  [caseOf('examples/createPet/body/dog', 'createPet', 'POST /pets with the example dog'), { kind: 'passed' }],
  [
    caseOf('coverage/createPet/accepted', 'createPet', 'POST /pets accepts a valid request'),
    { kind: 'passed' },
  ],
  [
    caseOf(
      'coverage/createPet/body/name/101-characters',
      'createPet',
      'POST /pets refuses name of 101 characters, above maxLength 100',
    ),
    { kind: 'failed' },
  ],
  [
    caseOf(
      'coverage/createPet/body/name/valid-1-character',
      'createPet',
      'POST /pets accepts name of 1 character',
    ),
    { kind: 'passed' },
  ],
  [
    caseOf('coverage/createPet/body/malformed', 'createPet', 'POST /pets refuses a body that is not JSON'),
    { kind: 'passed' },
  ],
  [
    caseOf(
      'coverage/listPets/query/limit/101',
      'listPets',
      'GET /pets refuses limit = 101, above maximum 100',
    ),
    { kind: 'passed' },
  ],
  [
    caseOf('coverage/listPets/query/limit/valid-1', 'listPets', 'GET /pets accepts limit = 1'),
    { kind: 'passed' },
  ],
  [
    caseOf('coverage/deletePet/path/petId/x', 'deletePet', 'DELETE /pets/{petId} refuses petId abc'),
    { kind: 'inconclusive', reason: 'The request was refused with 409, for another reason.' },
  ],
  [caseOf('stateful/pets/lifecycle', 'pets', 'a pet from its creation to its end'), { kind: 'failed' }],
  [
    caseOf('lifecycle/getPet/sunset', 'getPet', 'GET /pets/{petId} announces its end'),
    { kind: 'skipped', reason: 'The limit of 5000 requests was reached (--max-requests).' },
  ],
]

const json = ['content-type', 'application/json'] as const

export const wrongType: Finding = {
  id: '0123456789ab',
  check: 'response-body',
  severity: 'error',
  operation: 'getPet',
  title: 'Response bodies match their schema',
  message:
    "GET /pets/{petId} accepts a valid request: expected a body that matches its schema (type at /name); got '/name' must be string.",
  expected: 'a body that matches its schema (type at /name)',
  actual: "'/name' must be string",
  requirement: '#/components/schemas/Pet/properties/name/type',
  location: { file: 'spec/petstore.yaml', line: 812, column: 15 },
  at: '/name',
  milliseconds: 12.5,
  request: {
    method: 'GET',
    url: 'http://127.0.0.1:4010/pets/7?dry=a%20b',
    headers: [['accept', 'application/json']],
    body: null,
  },
  response: {
    status: 200,
    headers: [json, ['X-Trace', 'a'], ['X-Trace', 'b']],
    body: '{"id":9223372036854775807,"name":5,"status":"available","tags":[]}',
  },
  curl: "curl -i 'http://127.0.0.1:4010/pets/7?dry=a%20b' -H 'accept: application/json'",
  replay: "stablehand check http://127.0.0.1:4010 --replay '1:coverage/getPet/accepted'",
}

export const lostUpdate: Finding = {
  id: 'ba9876543210',
  check: 'created-readable',
  severity: 'error',
  operation: 'createPet',
  title: 'Created records can be read',
  message: 'a pet from its creation to its end: expected categoryId = 3; got 1.',
  expected: 'categoryId = 3',
  actual: '1',
  requirement: 'RFC 9110 §15.3.2: 201 means that the resource has been created',
  milliseconds: 3,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:4010/pets',
    headers: [json, ['authorization', 'Bearer $STABLEHAND_TOKEN']],
    body: '{"name":"Rex","categoryId":3,"owner":{"name":"Ann","phones":["1","2"]},"price":1.0}',
  },
  response: {
    status: 201,
    headers: [json, ['location', '/pets/8']],
    body: '{"data":{"id":8,"name":"Rex","categoryId":1,"price":1,"status":"available"}}',
  },
  curl: `curl -i -X POST http://127.0.0.1:4010/pets -H "authorization: Bearer $STABLEHAND_TOKEN" --data-binary '{"name":"Rex"}'`,
  replay: "stablehand check http://127.0.0.1:4010 --replay '1:stateful/pets/lifecycle'",
}

/** What servers send to those who print it. */
export const hostile: Finding = {
  id: 'aaaaaaaaaaaa',
  check: 'error-shape',
  severity: 'warning',
  operation: 'listPets',
  title: 'Errors match their schema',
  message: 'GET /pets: expected <b>bold</b>; got </script><img src=x onerror=alert(1)>.',
  expected: '<b>bold</b>, a | b, 100%: `code`',
  actual: '</script><img src=x onerror=alert(1)>',
  requirement: 'RFC 9457 §3.1.2: status is the HTTP status code',
  request: {
    method: 'GET',
    url: 'http://127.0.0.1:4010/pets?q="><svg onload=alert(1)>',
    headers: [['x-"quoted"', "it's <here>"]],
    body: null,
  },
  response: {
    status: 400,
    headers: [['content-type', 'text/html']],
    body: '</script></style></pre><script>document.title="owned"</script>\u202e\u0000',
  },
  curl: "curl -i 'http://127.0.0.1:4010/pets?q=\"><svg onload=alert(1)>'\r\n# ```",
  replay: 'stablehand check',
}

export const unanswered: Finding = {
  id: 'bbbbbbbbbbbb',
  check: 'server-error',
  severity: 'error',
  operation: 'createPet',
  title: 'The server answers',
  message: 'POST /pets: expected a response; got the connection was closed.',
  expected: 'a response',
  actual: 'the connection was closed',
  requirement: 'RFC 9110 §3.4: a server responds to every request',
  request: { method: 'POST', url: 'http://127.0.0.1:4010/pets', headers: [], body: 'base64:AP8=' },
  response: null,
  curl: "printf '\\000\\377' | curl -i -X POST http://127.0.0.1:4010/pets --data-binary @-",
  replay: 'stablehand check',
}

export const sampleFindings: readonly Finding[] = [wrongType, lostUpdate, hostile, unanswered]

const answers: readonly (readonly [string, number, number])[] = [
  ['listPets', 200, 14],
  ['listPets', 400, 9],
  ['createPet', 201, 21],
  ['createPet', 400, 17],
  ['createPet', 500, 1],
  ['getPet', 200, 12],
  ['getPet', 404, 3],
  ['deletePet', 204, 4],
  ['deletePet', 404, 2],
  ['deletePet', 409, 1],
  ['deletePet', 503, 2],
]

/** A whole run, in the order a runner tells it. */
export function sampleRun(findings: readonly Finding[] = sampleFindings): readonly RunEvent[] {
  return [
    {
      kind: 'run-started',
      tool: 'stablehand',
      version: '0.1.0',
      document: 'spec/petstore.yaml',
      target: 'http://127.0.0.1:4010',
      seed: 1,
      startedAt,
      operations,
      checks,
      cases: [
        ...cases.map(([testCase]) => testCase),
        caseOf('stateful/pets/pages', 'pets', 'pages of the list of pets'),
      ],
    },
    { kind: 'phase-started', phase: 'coverage', cases: cases.length },
    ...answers.flatMap(([id, status, count]): RunEvent[] =>
      Array.from({ length: count }, () => ({
        kind: 'answered',
        operation: id,
        status,
        milliseconds: 2,
        valid: status < 300,
      })),
    ),
    ...findings.map((finding): RunEvent => ({ kind: 'finding', finding })),
    ...cases.map(([testCase, verdict]): RunEvent => ({
      kind: 'case-finished',
      case: testCase,
      verdict,
      milliseconds: 4,
    })),
    { kind: 'phase-finished', phase: 'coverage', milliseconds: 900 },
    { kind: 'note', message: 'DELETE /pets/9 answered 409: the record is still there.' },
    { kind: 'run-finished', requests: 97, durationMs: 1234 },
  ]
}
