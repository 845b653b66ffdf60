import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, at, gone, listOf, sent, text } from '../support/document-parts.ts'

const documentWith = (ofProperty: string, ofOperation: string): object => {
  const email = { ...text, format: 'email', description: ofProperty }
  const member = {
    type: 'object',
    required: ['id', 'email'],
    properties: { id: { ...text, readOnly: true }, email },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Members', version: '1' },
    paths: {
      '/members': {
        get: listOf(member),
        post: { description: ofOperation, ...sent(member), ...answer(201, member) },
      },
      '/members/{id}': { ...at('id'), get: answer(200, member), delete: gone },
    },
  }
}

/** The findings of a service that stores email addresses as `change` returns them. */
async function findingsOf(
  change: (email: string) => string,
  ofProperty = 'Where to write to.',
  ofOperation = 'Adds a member. The email must be unique, regardless of case.',
): Promise<readonly string[]> {
  const document = documentWith(ofProperty, ofOperation)
  const mock = await createMock({ document })
  const target = async (request: Request): Promise<Response> => {
    const body = request.method === 'POST' ? await request.text() : null
    request.headers.delete('content-length')
    const changed = body?.replace(/(?<="email":")[^"]+/, change) ?? null
    return mock.fetch(
      new Request(request.url, { method: request.method, headers: request.headers, body: changed }),
    )
  }
  const { findings } = await runContract({ document, target, phases: ['coverage', 'stateful'] })
  return findings.map(({ check, severity, message }) => `${severity} ${check}: ${message}`)
}

const lowered = (email: string): string => email.toLowerCase()

it('warns that an email address is stored in lower case', async () => {
  expect(await findingsOf(lowered)).toEqual([
    expect.stringMatching(/^warning created-readable: .*First\.Last@example\.com.*first\.last@example\.com/),
  ])
})

it.each([
  ['Where to write to. Stored in lower case.', undefined],
  ['Lowercased on save.', undefined],
  ['Compared case-insensitively.', undefined],
  ['Not case-sensitive.', undefined],
  ['Where to write to, normalized.', undefined],
  [undefined, 'Adds a member. The email is converted to lowercase.'],
  [undefined, 'Adds a member. E-mail addresses are unique. They are compared, and stored, in lower case.'],
])('accepts a change of case that the document describes: %s %s', async (ofProperty, ofOperation) => {
  expect(await findingsOf(lowered, ofProperty, ofOperation)).toEqual([])
})

it('accepts that the domain is stored in lower case', async () => {
  expect(await findingsOf((email) => email.replace(/@.*/, lowered))).toEqual([])
})
