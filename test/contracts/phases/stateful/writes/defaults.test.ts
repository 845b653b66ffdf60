import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'

const language = { type: 'string', enum: ['en', 'fr', 'nl'], default: 'en' }
const details = {
  title: { ...text, minLength: 1, maxLength: 30 },
  isActive: { type: 'boolean', default: true },
  opens: { ...text, pattern: '^[0-2][0-9]:[0-5][0-9]$', default: '08:00' },
  preferences: { type: 'object', properties: { language } },
}
const member = {
  type: 'object',
  required: ['id', 'title', 'isActive'],
  properties: { id: { ...text, readOnly: true }, ...details },
}
const body = { type: 'object', required: ['title'], properties: details }
const document = {
  openapi: '3.1.0',
  info: { title: 'Members', version: '1' },
  paths: {
    '/members': { get: listOf(member), post: { ...sent(body), ...answer(201, member) } },
    '/members/{id}': {
      ...at('id'),
      get: answer(200, member),
      put: { operationId: 'replaceMember', ...sent(body), ...answer(200, member) },
      delete: gone,
    },
  },
}

interface Member {
  readonly isActive?: boolean
  readonly opens?: string
  readonly preferences?: { readonly language?: string }
}

/** What is found of a service that completes the bodies of such requests in that way. */
async function findingsWith(
  method: string,
  complete: (sent: Member, before: Member) => Member,
): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      if (request.method !== 'POST' && request.method !== 'PUT') return mock.fetch(request)
      const sent = (await request.clone().json()) as Member
      const seen = await mock.fetch(new Request(request.url))
      const before = request.method === 'PUT' && seen.ok ? ((await seen.json()) as Member) : {}
      const whole = request.method === method ? complete(sent, before) : usual(sent)
      request.headers.delete('content-length')
      return mock.fetch(
        new Request(request.url, {
          method: request.method,
          headers: request.headers,
          body: JSON.stringify(whole),
        }),
      )
    },
  })
  return findings.flatMap(({ check, message }) => (check === 'defaults' ? [message] : []))
}

const usual = (sent: Member): Member => ({
  isActive: true,
  opens: '08:00',
  ...sent,
  ...(sent.preferences && { preferences: { language: 'en', ...sent.preferences } }),
})

it.each(['POST', 'PUT'])('properties that %s omits may get their defaults', async (method) => {
  expect(await findingsWith(method, usual)).toEqual([])
})

it('a nested property that a new record gets another value for is reported', async () => {
  const inFrench = (sent: Member): Member =>
    usual({
      ...sent,
      ...(sent.preferences && { preferences: { language: 'fr', ...sent.preferences } }),
    })
  expect(await findingsWith('POST', inFrench)).toEqual([
    expect.stringMatching(/ expected preferences\.language = "en", .*; got "fr"/),
  ])
})

it('a text of a pattern that a new record gets another value for is reported', async () => {
  expect(await findingsWith('POST', (sent) => usual({ opens: '09:00', ...sent }))).toEqual([
    expect.stringMatching(/ expected opens = "08:00", .*; got "09:00"/),
  ])
})

it('a switch that a replacement omits and that keeps its value is reported', async () => {
  const kept = (sent: Member, before: Member): Member =>
    usual({ ...(before.isActive !== undefined && { isActive: before.isActive }), ...sent })
  expect(await findingsWith('PUT', kept)).toEqual([
    expect.stringMatching(/ expected isActive = true, .*; got false/),
  ])
})
