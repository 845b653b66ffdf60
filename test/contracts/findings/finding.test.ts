import { describe, expect, it } from 'vitest'
import {
  createFinding,
  findingId,
  reportRequest,
  reportResponse,
} from '../../../contracts/findings/finding.ts'
import { createRedactor } from '../../../contracts/findings/redact.ts'
import { recordContract } from '../../../contracts/index.ts'
import { answerOf } from '../support/petstore-answers.ts'

const check = {
  id: 'invalid-refused',
  title: 'Invalid requests are refused',
  severity: 'error',
  requirement: 'OpenAPI',
} as const
const violation = { cause: 'body/name maxLength', expected: 'a refusal', actual: '201' }
const sighting = {
  operation: 'createPet',
  title: 'POST /pets',
  request: null,
  response: null,
  curl: '',
  replay: '',
}

describe('a finding', () => {
  it('has an id that depends on check, operation and cause, and on nothing else', () => {
    const id = findingId('invalid-refused', 'createPet', 'body/name maxLength')
    const other = createFinding(
      check,
      { ...violation, actual: '200' },
      { ...sighting, title: 'another', curl: 'curl' },
    )
    expect(createFinding(check, violation, sighting).id).toBe(other.id)
    expect(findingId('valid-accepted', 'createPet', 'body/name maxLength')).not.toBe(id)
    expect(findingId('invalid-refused', 'updatePet', 'body/name maxLength')).not.toBe(id)
    expect(findingId('invalid-refused', 'createPet', 'body/name minLength')).not.toBe(id)
  })

  it('that is the fault of the document is one, whatever operations meet it', async () => {
    const side = { type: 'object', properties: { width: { type: 'number' } } }
    const schema = { oneOf: [side, { ...side, properties: { depth: { type: 'number' } } }] }
    const get = { responses: { 200: { description: 'Fine', content: { 'application/json': { schema } } } } }
    const shared = { $ref: '#/components/schemas/Side' }
    const changed = structuredClone(get)
    Object.assign(changed.responses[200].content['application/json'], { schema: shared })
    const { findings } = await recordContract({
      document: {
        openapi: '3.1.0',
        info: { title: 'Boxes', version: '1' },
        paths: { '/lids': { get: changed }, '/bottoms': { get: changed }, '/handles': { get } },
        components: { schemas: { Side: schema } },
      },
      phases: ['coverage'],
      target: ({ method }: Request) =>
        method === 'GET' ? Response.json({}) : new Response(null, { status: 405, headers: { allow: 'GET' } }),
    })
    const contradictions = findings.filter(({ message }) => message.includes('contradicts itself'))
    expect(contradictions.map(({ severity, requirement }) => [severity, requirement])).toEqual([
      ['warning', '#/components/schemas/Side/oneOf'],
      ['warning', '#/paths/~1handles/get/responses/200/content/application~1json/schema/oneOf'],
    ])
  })

  it('keeps the ids that baselines name', () => {
    expect(findingId('invalid-refused', 'createPet', 'body/name maxLength')).toMatchInlineSnapshot(
      `"b12961cd9138"`,
    )
    expect(findingId('server-error', 'listPets', 'valid')).toMatchInlineSnapshot(`"1fb9d7347b8c"`)
  })

  it('says in one sentence what was expected and what came', () => {
    expect(createFinding(check, violation, sighting).message).toBe('POST /pets: expected a refusal; got 201.')
  })

  it('takes severity and requirement from the violation where it has its own', () => {
    expect(createFinding(check, violation, sighting)).toMatchObject({
      severity: 'error',
      requirement: 'OpenAPI',
    })
    const closer = createFinding(check, { ...violation, severity: 'warning', requirement: '#/x' }, sighting)
    expect(closer).toMatchObject({ severity: 'warning', requirement: '#/x' })
  })
})

describe('a reported exchange', () => {
  const redactor = createRedactor([{ value: 's3cret', variable: 'STABLEHAND_TOKEN' }])
  const headers = { authorization: 'Bearer s3cret', cookie: 'session=1' }
  const request = { path: '/pets', query: 'key=s3cret', headers, body: Buffer.from('{"token":"s3cret"}') }
  const answer = answerOf('createPet', {
    status: 400,
    text: '{"message":"s3cret is wrong"}',
    headers: [
      ['Content-Type', 'application/json'],
      ['Set-Cookie', 'session=2'],
    ],
    request,
  })

  it('hides secrets wherever they stand', () => {
    const reported = [
      reportRequest('http://x', answer.exchange.request, redactor),
      reportResponse(answer.exchange.response, redactor),
    ]
    expect(JSON.stringify(reported)).not.toMatch(/s3cret|session=/)
    expect(reported[0]).toMatchObject({
      url: 'http://x/pets?key=$STABLEHAND_TOKEN',
      body: '{"token":"$STABLEHAND_TOKEN"}',
    })
  })

  it('gives bytes that are no text in base64', () => {
    const bytes = { ...answer.exchange.request, body: Uint8Array.from([0xff, 0x00]) }
    expect(reportRequest('http://x', bytes, redactor).body).toBe('base64:/wA=')
  })
})
