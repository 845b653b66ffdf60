import { describe, expect, it } from 'vitest'
import { bodySchema } from '../../../contracts/api/api.ts'
import { withTextsAskedFor } from '../../../contracts/requests/refusal-texts.ts'
import type { Json } from '../../../spec/json.ts'
import { apiOf } from '../support/answer-to.ts'
import { answer, sent, text } from '../support/document-parts.ts'

const api = apiOf({
  openapi: '3.1.0',
  info: { title: 'Jobs', version: '1' },
  paths: {
    '/jobs': {
      post: {
        ...sent({
          type: 'object',
          properties: {
            title: text,
            status: text,
            kind: { ...text, enum: ['odd', 'even'] },
            owner: { type: 'object', properties: { role: text } },
          },
        }),
        ...answer(201, { type: 'object' }),
      },
    },
  },
})
const body = { title: 'ab', status: 'cd', kind: 'odd', owner: { role: 'ef' } }

/** What a refusal of the body asks for. */
function askedFor(refusal: Json): ReturnType<typeof withTextsAskedFor> {
  const schema = api.operations[0] && bodySchema(api.operations[0])
  if (!schema) throw new Error('There is no body.')
  return withTextsAskedFor(api, schema, { template: body, sent: body, refusal })
}

describe('a value that a refusal lists is sent', () => {
  it.each<[string, Json]>([
    ['Joi', { message: '"status" must be one of [open, closed]' }],
    ['class-validator', { message: ['status must be one of the following values: open, closed'] }],
    ['zod', { issues: [{ path: ['status'], message: 'Invalid option: expected one of "open"|"closed"' }] }],
    ['zod 3', { path: ['status'], message: "Invalid enum value. Expected 'open' | 'closed', received 'cd'" }],
    [
      'Pydantic',
      { detail: [{ loc: ['body', 'status'], msg: "Input should be 'open', 'closed' or 'held'" }] },
    ],
    [
      'Jackson',
      'Cannot deserialize value from String "cd": not one of the values accepted for Enum class: [open, closed]',
    ],
    ['of errors by property', { errors: { status: 'Allowed values are open or closed.' } }],
  ])('by %s', (_, refusal) => {
    expect(askedFor(refusal)).toEqual({ value: { ...body, status: 'open' }, chosen: ['status'] })
  })

  it('in an object within the body', () => {
    const asked = askedFor({ message: 'owner.role: expected one of "admin", "guest"; role is unknown' })
    expect(asked).toEqual({ value: { ...body, owner: { role: 'admin' } }, chosen: ['role'] })
  })

  it.each([
    ['it lists one value only', 'status must be one of the allowed values'],
    ['it lists the value that was sent', 'status: one of "ab", "cd" is expected'],
    ['the document lists its values', 'kind must be one of: wide, narrow'],
    ['it speaks of types', 'status: Expected string, received number'],
    ['it names no property', 'must be one of: open, closed'],
  ])('unless %s', (_, message) => {
    expect(askedFor({ message })).toBeUndefined()
  })
})

it('a text of the format that a refusal mentions is sent, and made unique as others are', () => {
  const asked = askedFor({ message: 'title must be a valid email' })
  expect(asked).toMatchObject({ value: { title: expect.stringContaining('@') as string }, chosen: [] })
})

it.each(["DNS Name 'ab' is not canonical", 'title must be a FQDN', 'title lacks its trailing dot'])(
  'a domain name with a trailing dot is sent where a refusal says: %s',
  (message) => {
    expect(askedFor({ message })).toMatchObject({ value: { title: 'someone.example.com.' } })
  },
)
