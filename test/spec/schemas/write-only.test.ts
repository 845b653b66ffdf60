import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../spec/json.ts'
import { loadDocument } from '../../../spec/load.ts'
import { hasFlag } from '../../../spec/schemas/properties.ts'
import { withoutWriteOnly } from '../../../spec/schemas/write-only.ts'

const schemas = {
  Id: { type: 'integer', readOnly: true },
  Password: { type: 'string', writeOnly: true },
  Person: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      password: { $ref: '#/components/schemas/Password' },
      pin: { description: 'Four digits.', allOf: [{ $ref: '#/components/schemas/Password' }] },
      friends: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
    },
  },
  Team: {
    allOf: [
      { type: 'object', properties: { lead: { $ref: '#/components/schemas/Person' } } },
      { type: 'object', properties: { id: { allOf: [{ $ref: '#/components/schemas/Id' }] } } },
    ],
  },
  Source: {
    oneOf: [
      {
        required: ['number', 'expiry'],
        properties: {
          kind: { const: 'card' },
          number: { type: 'string', writeOnly: true },
          expiry: { type: 'string' },
        },
      },
      {
        required: ['number'],
        properties: {
          kind: { enum: ['bank'] },
          number: { type: 'string' },
          pin: { type: 'string', writeOnly: true },
        },
      },
    ],
  },
  Town: { type: 'object', properties: { name: { type: 'string' } } },
}
const document = await loadDocument({
  openapi: '3.1.0',
  info: { title: 'Teams', version: '1' },
  paths: {},
  components: { schemas },
})
const node = (name: keyof typeof schemas): Parameters<typeof withoutWriteOnly>[1] => ({
  schema: schemas[name],
  pointer: `#/components/schemas/${name}`,
})

describe('removing writeOnly properties', () => {
  it('works at every depth, in arrays and recursive schemas', () => {
    const inner = { name: 'Bo', password: 'x', friends: [{ name: 'Cy', pin: '1234' }] }
    expect(
      withoutWriteOnly(document, node('Team'), { lead: inner, id: 1, more: { password: 'kept' } }),
    ).toEqual({
      lead: { name: 'Bo', friends: [{ name: 'Cy' }] },
      id: 1,
      more: { password: 'kept' },
    })
  })

  it.each<[JsonObject, JsonObject]>([
    [
      { kind: 'card', number: '4', expiry: '5/30' },
      { kind: 'card', expiry: '5/30' },
    ],
    [
      { kind: 'bank', number: '7', expiry: '5/30', pin: '1' },
      { kind: 'bank', number: '7', expiry: '5/30' },
    ],
    [{ number: '4', expiry: '5/30' }, { expiry: '5/30' }],
    [{ number: '7' }, { number: '7' }],
    [{ kind: 'card', number: '4' }, { kind: 'card' }],
  ])('keeps to the branch of a oneOf that the value is one of: %j', (value, shown) => {
    expect(withoutWriteOnly(document, node('Source'), value)).toEqual(shown)
  })

  it('returns the same value if there are none', () => {
    const value: JsonObject = { name: 'Ghent' }
    expect(withoutWriteOnly(document, node('Town'), value)).toBe(value)
  })

  it('follows $ref and allOf', () => {
    const { pin } = schemas.Person.properties
    expect(hasFlag(document, { schema: pin, pointer: '#/pin' }, 'writeOnly')).toBe(true)
    expect(hasFlag(document, node('Id'), 'readOnly')).toBe(true)
    expect(hasFlag(document, node('Id'), 'writeOnly')).toBe(false)
  })
})
