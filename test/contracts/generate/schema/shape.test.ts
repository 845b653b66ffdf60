import { describe, expect, it } from 'vitest'
import { goalOf, type Goal } from '../../../../contracts/generate/schema/goal.ts'
import {
  containedGoal,
  itemGoal,
  namesOf,
  prefixOf,
  propertyGoal,
  requiredNames,
  withDependents,
} from '../../../../contracts/generate/schema/members.ts'
import {
  factsOf,
  isHidden,
  listOf,
  mapOf,
  schemaOf,
  shapeOf,
  sibling,
  valuesOf,
  withFacts,
} from '../../../../contracts/generate/schema/shape.ts'
import type { SchemaNode } from '../../../../spec/document.ts'
import { workbench } from '../document.ts'
import { shapeFor } from '../shapes.ts'

const subject = '#/components/schemas/Subject'
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function shapeWith(schema: object, components: object, view: 'request' | 'response' = 'request') {
  const { document, node } = workbench({
    version: '3.1',
    schema,
    components: components as Readonly<Record<string, unknown>>,
  })
  return shapeOf({ document, view }, goalOf([node]))
}

/** Where the schemas of a goal stand, from the subject on. */
const where = ({ parts }: Goal): readonly string[] => parts.map(({ pointer }) => pointer.replace(subject, ''))

describe('the keywords of a shape', () => {
  it('come from the schema, its references and its allOf', () => {
    const shape = shapeWith(
      { minimum: 1, allOf: [ref('More'), { minimum: 3, allOf: [{ minimum: 4 }] }] },
      { More: { minimum: 2, $ref: '#/components/schemas/Most' }, Most: { minimum: 5 } },
    )
    expect(new Set(valuesOf(shape, 'minimum'))).toEqual(new Set([1, 2, 3, 4, 5]))
    expect(shape.pointers).toEqual(
      new Set([
        subject,
        `${subject}/allOf/0`,
        `${subject}/allOf/1`,
        `${subject}/allOf/1/allOf/0`,
        '#/components/schemas/More',
        '#/components/schemas/Most',
      ]),
    )
  })

  it('have the schemas that apply them in place', () => {
    const shape = shapeFor({ allOf: [{ minimum: 3 }] })
    expect(factsOf(shape, 'minimum').map(({ scopes }) => scopes)).toEqual([[subject, `${subject}/allOf/0`]])
  })

  it('end where a schema refers to itself', () => {
    expect(valuesOf(shapeFor({ minimum: 1, allOf: [ref('Subject')] }), 'minimum')).toEqual([1])
  })

  it('are left out if their value is invalid', () => {
    const shape = shapeFor({ minimum: 'one', required: 'a', maximum: 3, unknown: 1 })
    expect([...shape.facts.keys()]).toEqual(['maximum'])
  })

  it('keep hints that assert nothing', () => {
    const hints = { example: 1, examples: [2], default: 3, contentEncoding: 'base64' }
    expect([...shapeFor(hints).facts.keys()]).toEqual(Object.keys(hints))
  })

  it('of a false schema are one; of a true schema there are none', () => {
    expect([...shapeFor({ allOf: [false] }).facts.keys()]).toEqual(['false'])
    expect([...shapeFor({ allOf: [true] }).facts.keys()]).toEqual([])
  })

  it('of a broken reference are none', () => {
    expect([...shapeFor({ $ref: '#/components/schemas/Nothing', minimum: 1 }).facts.keys()]).toEqual([
      'minimum',
    ])
  })

  it('beside a reference count in 3.1 only', () => {
    const schema = { $ref: '#/components/schemas/Nowhere', minimum: 1 }
    expect(valuesOf(shapeFor(schema), 'minimum')).toEqual([1])
    expect(valuesOf(shapeFor(schema, '3.0'), 'minimum')).toEqual([])
  })

  it('of 3.0 are translated to JSON Schema: exclusive bounds', () => {
    const shape = shapeFor({ minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true }, '3.0')
    expect([valuesOf(shape, 'exclusiveMinimum'), valuesOf(shape, 'exclusiveMaximum')]).toEqual([[1], [5]])
    expect([valuesOf(shape, 'minimum'), valuesOf(shape, 'maximum')]).toEqual([[], []])
    const plain = shapeFor({ minimum: 1, exclusiveMinimum: false, maximum: 5 }, '3.0')
    expect([valuesOf(plain, 'minimum'), valuesOf(plain, 'maximum')]).toEqual([[1], [5]])
    const other = shapeFor({ minimum: 1, maximum: 5, exclusiveMaximum: true }, '3.0')
    expect([valuesOf(other, 'minimum'), valuesOf(other, 'exclusiveMaximum')]).toEqual([[1], [5]])
    expect(valuesOf(shapeFor({ minimum: 1, exclusiveMinimum: true }), 'minimum')).toEqual([1])
  })

  it('have the pointers of their subschemas', () => {
    const shape = shapeFor({
      not: { type: 'null' },
      properties: { 'a/b': { type: 'string' }, c: true },
      prefixItems: [{ type: 'string' }, true],
    })
    expect(factsOf(shape, 'not').map(schemaOf)).toEqual([
      { schema: { type: 'null' }, pointer: `${subject}/not` },
    ])
    expect(factsOf(shape, 'properties').flatMap(mapOf)).toEqual([
      ['a/b', { schema: { type: 'string' }, pointer: `${subject}/properties/a~1b` }],
      ['c', { schema: true, pointer: `${subject}/properties/c` }],
    ])
    expect(factsOf(shape, 'prefixItems').flatMap(listOf)).toEqual([
      { schema: { type: 'string' }, pointer: `${subject}/prefixItems/0` },
      { schema: true, pointer: `${subject}/prefixItems/1` },
    ])
  })

  it('treat an array of items as prefixItems, with its own pointer', () => {
    const shape = shapeFor({ items: [{ type: 'string' }] })
    expect(factsOf(shape, 'prefixItems').flatMap(listOf)).toEqual([
      { schema: { type: 'string' }, pointer: `${subject}/items/0` },
    ])
    expect(factsOf(shape, 'items')).toEqual([])
  })

  it('know other valid keywords of their schema', () => {
    const [fact] = factsOf(shapeFor({ contains: true, minContains: 2, maxContains: 'many' }), 'contains')
    expect(['minContains', 'maxContains', 'minItems'].map((keyword) => sibling(fact!, keyword))).toEqual([
      2,
      undefined,
      undefined,
    ])
  })

  it('are replaced in a copy of the shape', () => {
    const shape = shapeFor({ minLength: 1, maxLength: 5, allOf: [{ minLength: 2 }] })
    const other = withFacts(shape, ['minLength'], { minLength: 4, maxLength: 4, pattern: 'a' })
    expect(valuesOf(other, 'minLength')).toEqual([4])
    expect(valuesOf(other, 'maxLength')).toEqual([5, 4])
    expect(valuesOf(other, 'pattern')).toEqual(['a'])
    expect(valuesOf(shape, 'minLength')).toEqual([1, 2])
    expect(valuesOf(shape, 'maxLength')).toEqual([5])
    const [{ scopes, node } = { scopes: [], node: { pointer: '' } }] = factsOf(other, 'pattern')
    expect(scopes).toEqual([node.pointer])
  })
})

describe('a hidden property', () => {
  const components = {
    ReadOnly: { readOnly: true, type: 'string' },
    WriteOnly: { writeOnly: true, type: 'string' },
    Far: ref('ReadOnly'),
    Loop: ref('Loop'),
  }
  const { document } = workbench({ version: '3.1', schema: true, components })
  const node = (schema: object): SchemaNode => ({ schema: schema as SchemaNode['schema'], pointer: '#/here' })

  it('is readOnly in requests and writeOnly in responses, also by reference', () => {
    const hidden = (view: 'request' | 'response'): readonly string[] =>
      [...Object.keys(components), 'Nowhere'].filter((name) => isHidden({ document, view }, node(ref(name))))
    expect(hidden('request')).toEqual(['ReadOnly', 'Far'])
    expect(hidden('response')).toEqual(['WriteOnly'])
    expect(isHidden({ document, view: 'request' }, node({ readOnly: true }))).toBe(true)
    expect(isHidden({ document, view: 'request' }, node({ readOnly: false }))).toBe(false)
  })

  it('is not required, where the same schema or one it is allOf hides it', () => {
    const schema = {
      required: ['id', 'secret', 'name', 'inner', 'free'],
      properties: { id: { readOnly: true }, secret: { writeOnly: true }, name: {} },
      allOf: [{ properties: { inner: { readOnly: true } } }],
    }
    expect(valuesOf(shapeFor(schema), 'required')).toEqual([['secret', 'name', 'free']])
    expect(valuesOf(shapeWith(schema, {}, 'response'), 'required')).toEqual([['id', 'name', 'inner', 'free']])
  })

  it('is required by a schema that does not declare it', () => {
    const shape = shapeWith(
      { allOf: [ref('Base'), { required: ['id'] }] },
      { Base: { required: ['id', 'name'], properties: { id: { readOnly: true } } } },
    )
    expect(valuesOf(shape, 'required')).toEqual([['name'], ['id']])
  })
})

describe('what a property must satisfy', () => {
  it('is every schema that applies to its name', () => {
    const shape = shapeFor({
      properties: { a: { minimum: 1 } },
      patternProperties: { '^a': { maximum: 5 }, '^b': { maximum: 6 } },
      additionalProperties: { type: 'string' },
    })
    expect(where(propertyGoal(shape, 'a'))).toEqual(['/properties/a', '/patternProperties/^a'])
    expect(where(propertyGoal(shape, 'b'))).toEqual(['/patternProperties/^b'])
    expect(where(propertyGoal(shape, 'c'))).toEqual(['/additionalProperties'])
  })

  it('is additionalProperties of a schema that does not declare it, though another does', () => {
    const shape = shapeFor({
      properties: { a: { minimum: 1 } },
      allOf: [{ properties: { b: { minimum: 2 } }, additionalProperties: { type: 'integer' } }],
    })
    expect(where(propertyGoal(shape, 'a'))).toEqual(['/properties/a', '/allOf/0/additionalProperties'])
    expect(where(propertyGoal(shape, 'b'))).toEqual(['/allOf/0/properties/b'])
  })

  it('is unevaluatedProperties if nothing within that schema evaluates it', () => {
    const shape = shapeFor({
      unevaluatedProperties: { type: 'string' },
      properties: { a: true },
      allOf: [
        { properties: { b: true } },
        { patternProperties: { '^c': true } },
        { allOf: [{ unevaluatedProperties: { minLength: 1 }, properties: { d: true } }] },
      ],
    })
    const pointersOf = (name: string) => where(propertyGoal(shape, name))
    expect(pointersOf('a')).toEqual(['/allOf/2/allOf/0/unevaluatedProperties'])
    expect(pointersOf('b')).toEqual(['/allOf/2/allOf/0/unevaluatedProperties'])
    expect(pointersOf('cc')).toEqual(['/allOf/2/allOf/0/unevaluatedProperties'])
    expect(pointersOf('d')).toEqual([])
    const inner = shapeFor({
      properties: { a: true },
      allOf: [{ unevaluatedProperties: { type: 'string' } }],
    })
    expect(where(propertyGoal(inner, 'a'))).toEqual(['/allOf/0/unevaluatedProperties'])
    const closed = shapeFor({
      unevaluatedProperties: { type: 'string' },
      allOf: [{ additionalProperties: { minLength: 1 } }],
    })
    expect(where(propertyGoal(closed, 'x'))).toEqual(['/allOf/0/additionalProperties'])
    const open = shapeFor({ unevaluatedProperties: { type: 'string' }, properties: { a: true } })
    expect(where(propertyGoal(open, 'x'))).toEqual(['/unevaluatedProperties'])
  })
})

describe('what an item must satisfy', () => {
  it('is its own schema, or else that of items', () => {
    const shape = shapeFor({ prefixItems: [{ minimum: 1 }, { minimum: 2 }], items: { minimum: 3 } })
    expect([0, 1, 2, 3].map((index) => where(itemGoal(shape, index)))).toEqual([
      ['/prefixItems/0'],
      ['/prefixItems/1'],
      ['/items'],
      ['/items'],
    ])
    expect(prefixOf(shape)).toBe(2)
    expect(prefixOf(shapeFor({ items: true }))).toBe(0)
  })

  it('is items of a schema that has no prefix, though another has', () => {
    const shape = shapeFor({ prefixItems: [{ minimum: 1 }], allOf: [{ items: { minimum: 3 } }] })
    expect(where(itemGoal(shape, 0))).toEqual(['/prefixItems/0', '/allOf/0/items'])
  })

  it('is unevaluatedItems if nothing within that schema evaluates it', () => {
    const after = shapeFor({ unevaluatedItems: { minimum: 3 }, allOf: [{ prefixItems: [{ minimum: 1 }] }] })
    expect([0, 1].map((index) => where(itemGoal(after, index)))).toEqual([
      ['/allOf/0/prefixItems/0'],
      ['/unevaluatedItems'],
    ])
    const all = shapeFor({ unevaluatedItems: { minimum: 3 }, allOf: [{ items: { minimum: 1 } }] })
    expect(where(itemGoal(all, 0))).toEqual(['/allOf/0/items'])
    const nested = shapeFor({
      unevaluatedItems: { minimum: 3 },
      allOf: [{ unevaluatedItems: { minimum: 1 } }],
    })
    expect(where(itemGoal(nested, 0))).toEqual(['/allOf/0/unevaluatedItems'])
    const aside = shapeFor({ items: { minimum: 1 }, allOf: [{ unevaluatedItems: { minimum: 3 } }] })
    expect(where(itemGoal(aside, 0))).toEqual(['/items', '/allOf/0/unevaluatedItems'])
  })

  it('is not unevaluatedItems where contains evaluates it', () => {
    const shape = shapeFor({ contains: { minimum: 5 }, unevaluatedItems: { maximum: 3 } })
    const [contains] = factsOf(shape, 'contains')
    expect(where(containedGoal(shape, 0, contains!))).toEqual(['/contains'])
    const other = shapeFor({ contains: { minimum: 5 }, allOf: [{ unevaluatedItems: { minimum: 3 } }] })
    expect(where(containedGoal(other, 0, factsOf(other, 'contains')[0]!))).toEqual([
      '/contains',
      '/allOf/0/unevaluatedItems',
    ])
  })
})

describe('the names of a shape', () => {
  const shape = shapeFor({
    properties: { a: true, b: true },
    required: ['c', 'a'],
    dependentRequired: { a: ['d', 'e'], d: ['f'], x: ['y'] },
  })

  it('are all that it mentions, in document order', () => {
    expect(namesOf(shape)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'x', 'y'])
  })

  it('are required together with their dependencies', () => {
    expect([...requiredNames(shape)]).toEqual(['c', 'a', 'd', 'e', 'f'])
    expect([...withDependents(shape, ['x', 'b'])]).toEqual(['x', 'b', 'y'])
  })
})
