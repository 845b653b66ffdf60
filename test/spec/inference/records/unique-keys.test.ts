import { describe, expect, it } from 'vitest'
import { uniqueKeyOf, type UniqueKey } from '../../../../spec/inference/records/unique-keys.ts'
import type { SchemaNode } from '../../../../spec/document.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'
import { object } from '../api.ts'

const text = { type: 'string' }
const shape = (email: object = text): SchemaNode => ({
  schema: object('id', 'note', { email, tier: { type: 'string', enum: ['a', 'b'] } }),
  pointer: '/record',
})

async function keyOf(
  description: string,
  refusals: Readonly<Record<string, string>> = { 409: 'Conflict' },
  record = shape(),
): Promise<UniqueKey | undefined> {
  const responses = Object.fromEntries(
    Object.entries({ 201: 'Created', ...refusals }).map(([status, text]) => [status, { description: text }]),
  )
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/members': { post: { description, responses } } },
  })
  const [operation] = operationsOf(document).operations
  return operation && uniqueKeyOf(document, record, { operation, sent: record })
}

describe('a unique property is found in', () => {
  it.each([
    ['Creates a member. 409 if the email is taken.', {}],
    [
      'The email must be unique, regardless of case; 409 if it is taken.',
      { ignoresCase: true, isInvariant: true },
    ],
    ['Emails are unique.', { isInvariant: true }],
    ['E-mail addresses are unique.', { isInvariant: true }],
    ['The email must be unique within the company.', { isInvariant: true }],
    [
      'The email must be unique. Upper and lower case are not told apart.',
      { isInvariant: true, ignoresCase: true },
    ],
    ['Registers a member. Returns 409 when another member has the same email.', {}],
    ['409 if the email is taken.', {}, { default: 'An error' }],
    ['409 if the email is taken.', {}, { '4XX': 'Refused' }],
  ])(
    'the description of the operation: %s',
    async (description, more, refusals?: Readonly<Record<string, string>>) => {
      expect(await keyOf(description, refusals)).toEqual({
        property: 'email',
        status: 409,
        ignoresCase: false,
        isInvariant: false,
        pointer: '#/paths/~1members/post',
        ...more,
      })
    },
  )

  it('the description of the error response', async () => {
    const key = await keyOf('Creates a member.', { 422: 'The email exists already.' })
    expect(key).toMatchObject({ property: 'email', status: 422 })
    expect(key?.pointer).toMatch(/responses\/422$/)
  })

  it('the description of the property, which may also say that case does not matter', async () => {
    const record = shape({ ...text, description: 'Must be unique. Compared case-insensitively.' })
    expect(await keyOf('Creates a member.', undefined, record)).toMatchObject({
      property: 'email',
      ignoresCase: true,
    })
  })

  it('the description of the error response, of which the property says that it is unique', async () => {
    const record = shape({ ...text, description: 'Unique email of the member.' })
    const refusals = { 409: 'There is a member with this email already' }
    expect(await keyOf('Creates a member.', refusals, record)).toMatchObject({
      property: 'email',
      isInvariant: true,
    })
  })

  it('the description of the property', async () => {
    const key = await keyOf(
      'Creates a member.',
      undefined,
      shape({ ...text, description: 'Where to write to. Must be unique.' }),
    )
    expect(key).toMatchObject({ property: 'email', status: 409 })
  })
})

describe('no unique property is found', () => {
  it.each([
    ['where several properties are named', 'The email and the note must be unique.', undefined],
    ['where a refusal is not declared', 'The email must be unique.', { 400: 'Invalid' }],
    ['within a part of the records', 'The email must be unique within a team.', undefined],
    ['within a collection above', 'The email must be unique within the member.', undefined],
    ['where something is missing', '409 if the email does not exist.', undefined],
    ['where an enumeration is named', 'The tier must be unique.', undefined],
  ])('%s', async (_, description, refusals) => {
    expect(await keyOf(description, refusals)).toBeUndefined()
  })
})
