import { describe, expect, it } from 'vitest'
import type { SchemaNode } from '../../../../spec/document.ts'
import { uniqueKeysOf, type UniqueKey } from '../../../../spec/inference/constraints/unique-keys.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'
import { object } from '../api.ts'

const text = { type: 'string' }
const shape = (email: object = text): SchemaNode => ({
  schema: object('id', 'note', { email, tier: { type: 'string', enum: ['a', 'b'] } }),
  pointer: '/record',
})

const keyOf = async (...parameters: Parameters<typeof keysOf>): Promise<UniqueKey | undefined> => {
  const [key, ...others] = await keysOf(...parameters)
  expect(others).toEqual([])
  return key
}

async function keysOf(
  description: string,
  refusals: Readonly<Record<string, string>> = { 409: 'Conflict' },
  record = shape(),
  path = '/members',
): Promise<readonly UniqueKey[]> {
  const responses = Object.fromEntries(
    Object.entries({ 201: 'Created', ...refusals }).map(([status, text]) => [status, { description: text }]),
  )
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { [path]: { post: { description, responses } } },
  })
  const [operation] = operationsOf(document).operations
  return operation ? uniqueKeysOf(document, record, { operation, sent: record }) : []
}

describe('a unique property is found in', () => {
  it.each([
    ['Creates a member. 409 if the email is taken.', {}],
    ['The email must not be taken (409).', { isInvariant: true }],
    ['There can be only one member per email (409).', { isInvariant: true }],
    [
      'The email must be unique, regardless of case; 409 if it is taken.',
      { ignoresCase: true, isInvariant: true },
    ],
    [
      'The email must be unique. Emails are compared without regard to case.',
      { ignoresCase: true, isInvariant: true },
    ],
    ['Emails are unique.', { isInvariant: true }],
    ['Emails are unique across the group.', { isInvariant: true }],
    ['An e-mail address can be registered only once.', { isInvariant: true }],
    ['No two club members share an email.', { isInvariant: true }],
    ['Emails are unique in any case.', { isInvariant: true, ignoresCase: true }],
    ['E-mail addresses are unique.', { isInvariant: true }],
    ['The email must be unique within the company.', { isInvariant: true }],
    [
      'The email must be unique. Upper and lower case are not told apart.',
      { isInvariant: true, ignoresCase: true },
    ],
    ['Registers a member. Returns 409 when another member has the same email.', {}],
    ['409 if another member of the club has the email.', {}],
    ['409 if the email is taken.', {}, { default: 'An error' }],
    ['Responds with 409 if a member with this email exists, and with 422 if the club does not exist.', {}],
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

  it.each([
    'There is a member with this email already',
    'The email has been recorded already',
    'The club is not open, or has a member with that email',
  ])('the description of the error response: %s', async (refusal) => {
    const key = await keyOf('Creates a member.', { 409: refusal })
    expect(key).toMatchObject({ property: 'email', status: 409 })
  })

  it('the description of the error response', async () => {
    const key = await keyOf('Creates a member.', { 422: 'The email exists already.' })
    expect(key).toMatchObject({ property: 'email', status: 422 })
    expect(key?.pointer).toMatch(/responses\/422$/)
  })

  it('the description of the error response, which goes on about upper and lower case', async () => {
    const refusals = { 409: 'The email is taken. Emails are compared irrespective of case.' }
    expect(await keyOf('Creates a member.', refusals)).toMatchObject({ property: 'email', ignoresCase: true })
  })

  it('a sentence that goes on about upper and lower case', async () => {
    expect(
      await keyOf('Two members cannot have the same email; upper and lower case do not matter.', {
        409: 'Another member has this email.',
      }),
    ).toMatchObject({ property: 'email', ignoresCase: true })
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

it.each([
  '409 if the email or the note is taken.',
  '409 if the email is taken. Notes must be unique.',
  'Emails are unique. So are notes.',
])('several properties may each be unique: %s', async (description) => {
  expect((await keysOf(description)).map(({ property }) => property)).toEqual(['note', 'email'])
})

it('what is unique "whatever the case" is compared without regard to case', async () => {
  const key = await keyOf('Emails are unique, whatever the case: 409 if it is taken.')
  expect(key).toMatchObject({ property: 'email', ignoresCase: true })
})

describe('no unique property is found', () => {
  it.each([
    ['where a value has to exist', 'Creates a member.', { 422: 'The email has to exist' }],
    ['where values must exist', 'Email and note must exist (422).', { 422: 'Refused' }],
    ['where several properties are named', 'The email and the note must be unique.', undefined],
    ['where a refusal is not declared', 'The email must be unique.', { 400: 'Invalid' }],
    ['within a part of the records', 'The email must be unique within a team.', undefined],
    ['within a collection above', 'The email must be unique within the member.', undefined],
    ['where something is missing', '409 if the email does not exist.', undefined],
    ['where an enumeration is named', 'The tier must be unique.', undefined],
    [
      'where it is one of a combination',
      '409 if this combination of team and email already exists.',
      undefined,
    ],
    ['where its name is used as a verb', '409 if the member being note already exists.', undefined],
  ])('%s', async (_, description, refusals) => {
    expect(await keyOf(description, refusals)).toBeUndefined()
  })
})

it('a record is also called by the last word of its noun', async () => {
  const description = 'There can be only one member per email (409).'
  expect(await keyOf(description, undefined, undefined, '/gym-members')).toMatchObject({ property: 'email' })
})
