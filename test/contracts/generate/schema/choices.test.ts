import { describe, expect, it } from 'vitest'
import { isImpossible } from '../../../../contracts/generate/impossible.ts'
import { nextChoice, type Way } from '../../../../contracts/generate/schema/choices.ts'
import { disjointFrom } from '../../../../contracts/generate/schema/disjoint.ts'
import { goalOf, refine, type Addition } from '../../../../contracts/generate/schema/goal.ts'
import { negations } from '../../../../contracts/generate/schema/negation.ts'
import { shapeOf } from '../../../../contracts/generate/schema/shape.ts'
import type { SchemaNode } from '../../../../spec/document.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { workbench } from '../document.ts'

const subject = '#/components/schemas/Subject'
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
type Components = Readonly<Record<string, unknown>>

function contextOf(schema: object, components: Components = {}) {
  const { document, node } = workbench({ version: '3.1', schema, components })
  return { context: { document, view: 'request' as const }, node }
}

/** The schemas of a way: by where they stand in the document, else themselves. */
const parts = ({ parts: all }: Addition): readonly unknown[] =>
  all.map(({ pointer, schema }) => (pointer.startsWith('#') ? pointer.replace(subject, '') : schema))

const partsOfWay = (way: Way): readonly unknown[] => way.map((attempt) => parts(attempt()))

function waysOf(schema: object, components: Components = {}): readonly (readonly unknown[])[] {
  const { context, node } = contextOf(schema, components)
  const choice = nextChoice(context, shapeOf(context, goalOf([node])))
  return (choice?.ways ?? []).map(partsOfWay)
}

describe('the ways of a choice', () => {
  it('do not exist without a choice', () => {
    expect(waysOf({ type: 'string' })).toEqual([])
    expect(waysOf({ if: { type: 'string' } })).toEqual([])
  })

  it('are the branches of anyOf', () => {
    expect(waysOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toEqual([
      [['/anyOf/0']],
      [['/anyOf/1']],
    ])
  })

  it('are the branches of oneOf, with the others excluded', () => {
    const first = { not: { $ref: `${subject}/oneOf/0` } }
    const second = { not: { $ref: `${subject}/oneOf/1` } }
    expect(waysOf({ oneOf: [{ minimum: 1 }, { maximum: 5 }] })).toEqual([
      [['/oneOf/0'], ['/oneOf/0', second]],
      [['/oneOf/1'], ['/oneOf/1', first]],
    ])
  })

  it('check only other branches of oneOf that could match', () => {
    const { context, node } = contextOf({ oneOf: [{ type: 'string' }, { type: 'null' }, { minLength: 3 }] })
    const { ways = [] } = nextChoice(context, shapeOf(context, goalOf([node]))) ?? {}
    const watched = ways.map(([plain]) => plain?.().never?.map(({ pointer }) => pointer.replace(subject, '')))
    expect(watched).toEqual([['/oneOf/2'], ['/oneOf/2'], ['/oneOf/0', '/oneOf/1']])
  })

  it('leave out a branch that is the schema itself', () => {
    expect(waysOf({ oneOf: [ref('Subject'), { type: 'null' }] })).toEqual([[['/oneOf/1'], ['/oneOf/1']]])
    expect(waysOf({ anyOf: [ref('Subject'), { type: 'null' }] })).toEqual([[['/anyOf/1']]])
  })

  it('are if with then, and not if with else', () => {
    const not = { not: { $ref: `${subject}/if` } }
    const condition = { minimum: 5 }
    expect(waysOf({ if: condition, then: { maximum: 9 }, else: { maximum: 3 } })).toEqual([
      [['/if', '/then']],
      [[not, '/else']],
    ])
    expect(waysOf({ if: condition, else: { maximum: 3 } })).toEqual([[['/if']], [[not, '/else']]])
    expect(waysOf({ if: condition, then: { maximum: 3 } })).toEqual([[['/if', '/then']], [[not]]])
  })

  it('are a property absent, or present with the schema that depends on it', () => {
    expect(waysOf({ dependentSchemas: { a: { minProperties: 2 } } })).toEqual([
      [[{ properties: { a: false } }]],
      [[{ required: ['a'] }, '/dependentSchemas/a']],
    ])
  })

  it('decide one dependent schema after the other', () => {
    const { context, node } = contextOf({ dependentSchemas: { a: true, b: { minProperties: 2 } } })
    const first = nextChoice(context, shapeOf(context, goalOf([node])))!
    const goal = refine(goalOf([node]), first.ways[0]![0]!())
    const second = nextChoice(context, shapeOf(context, goal))!
    expect(second.ways.map(partsOfWay)).toEqual([
      [[{ properties: { b: false } }]],
      [[{ required: ['b'] }, '/dependentSchemas/b']],
    ])
    const last = refine(goal, second.ways[0]![0]!())
    expect(nextChoice(context, shapeOf(context, last))).toBeUndefined()
  })

  it('end once a choice has been decided', () => {
    const { context, node } = contextOf({ anyOf: [{ type: 'string' }], oneOf: [{ minLength: 1 }] })
    const first = nextChoice(context, shapeOf(context, goalOf([node])))!
    expect(first.pointer).toBe(`${subject}/oneOf`)
    const goal = refine(goalOf([node]), first.ways[0]![0]!())
    const second = nextChoice(context, shapeOf(context, goal))!
    expect(second.pointer).toBe(`${subject}/anyOf`)
    expect(nextChoice(context, shapeOf(context, refine(goal, second.ways[0]![0]!())))).toBeUndefined()
  })
})

describe('a discriminator', () => {
  const cat = { type: 'object', properties: { name: { type: 'string' } } }
  const named = (...names: readonly string[]) => ({
    properties: { kind: { enum: names } },
    required: ['kind'],
  })
  const pointers = { Cat: '#/components/schemas/Cat', Dog: '#/components/schemas/Dog' }

  it('gives each branch the name of its component, or those of the mapping', () => {
    const oneOf = [ref('Cat'), ref('Dog')]
    const components = { Cat: cat, Dog: cat }
    const first = (schema: object) => waysOf(schema, components).map((way) => way[0])
    expect(first({ oneOf, discriminator: { propertyName: 'kind' } })).toEqual([
      ['/oneOf/0', named('Cat')],
      ['/oneOf/1', named('Dog')],
    ])
    const mapping = { feline: pointers.Cat, kitten: 'Cat', hound: 'Dog', none: 'Nowhere', wrong: 7 }
    expect(first({ anyOf: oneOf, discriminator: { propertyName: 'kind', mapping } })).toEqual([
      ['/anyOf/0', named('feline', 'kitten')],
      ['/anyOf/1', named('hound')],
    ])
  })

  it('is tried first, then ignored', () => {
    const schema = { anyOf: [ref('Cat')], discriminator: { propertyName: 'kind' } }
    expect(waysOf(schema, { Cat: cat })).toEqual([[['/anyOf/0', named('Cat')], ['/anyOf/0']]])
    const exactly = { oneOf: [ref('Cat')], discriminator: { propertyName: 'kind' } }
    expect(waysOf(exactly, { Cat: cat })).toEqual([[['/oneOf/0', named('Cat')], ['/oneOf/0'], ['/oneOf/0']]])
  })

  it('names no branch without propertyName, and no inline branch', () => {
    expect(waysOf({ anyOf: [ref('Cat')], discriminator: {} }, { Cat: cat })).toEqual([[['/anyOf/0']]])
    expect(waysOf({ anyOf: [cat], discriminator: { propertyName: 'kind' } })).toEqual([[['/anyOf/0']]])
  })

  it('of a parent leads to the schemas that extend it, and to those in its mapping', () => {
    const heir = { allOf: [ref('Subject'), cat] }
    const discriminator = { propertyName: 'kind', mapping: { pup: pointers.Dog, self: subject } }
    const schema = { type: 'object', discriminator }
    expect(waysOf(schema, { Cat: heir, Dog: cat, Other: { allOf: [ref('Cat')] }, Odd: 7 })).toEqual([
      [[pointers.Dog, named('pup')], []],
      [[pointers.Cat, named('Cat')]],
    ])
    expect(waysOf({ ...schema, discriminator: { propertyName: 'kind' } }, { Cat: cat })).toEqual([])
  })

  it('of a parent names the child that is already chosen', () => {
    const { document } = workbench({
      version: '3.1',
      schema: { type: 'object', discriminator: { propertyName: 'kind' } },
      components: { Cat: { allOf: [ref('Subject'), cat] }, Dog: { allOf: [ref('Subject'), cat] } },
    })
    const context = { document, view: 'request' as const }
    const node = { schema: ref('Cat'), pointer: '#/here' }
    const choice = nextChoice(context, shapeOf(context, goalOf([node])))
    expect(choice?.ways.map(partsOfWay)).toEqual([[[named('Cat')], []]])
  })

  it('is in every generated value', () => {
    const { generator, node } = workbench({
      version: '3.1',
      schema: {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: { propertyName: 'kind', mapping: { c: 'Cat' } },
      },
      components: {
        Cat: { type: 'object', properties: { kind: { type: 'string' } }, additionalProperties: false },
        Dog: { ...cat, required: ['kind', 'age'], properties: { age: { type: 'integer' } } },
      },
    })
    const kinds = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const value = generator.valid(node, 'request', seed)
      if (isImpossible(value)) throw new Error(value.reason)
      return (value as JsonObject)['kind']
    })
    expect(new Set(kinds)).toEqual(new Set(['c', 'Dog']))
  })
})

describe('disjoint branches', () => {
  const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
    type: 'object',
    required,
    properties,
  })
  const disjoint = (one: object, other: object, around: object = {}): boolean => {
    const { context, node } = contextOf({ ...around, oneOf: [one, other] })
    const branch = (index: number, schema: object): SchemaNode => ({
      schema: schema as SchemaNode['schema'],
      pointer: `${subject}/oneOf/${index}`,
    })
    return disjointFrom(context, goalOf([node]), branch(0, one))(branch(1, other))
  }

  it.each([
    [{ type: 'string' }, { type: 'null' }],
    [{ type: ['string', 'null'] }, { type: ['object', 'array'] }],
    [{ type: 'integer' }, { type: 'string' }],
    [object({ kind: { const: 'a' } }), object({ kind: { const: 'b' } })],
    [object({ kind: { enum: ['a', 'b'] } }), object({ kind: { enum: ['c', { d: 1 }] } })],
    [object({ kind: { const: 'a' } }), object({ kind: { const: 'b' } }, [])],
  ])('%j and %j', (one, other) => {
    expect(disjoint(one, other)).toBe(true)
  })

  it.each([
    [{ type: 'number' }, { type: 'integer' }],
    [{ type: 'integer' }, { type: 'number' }],
    [{ type: 'string' }, {}],
    [{}, { type: 'string' }],
    [{ type: ['string', 'null'] }, { type: ['null', 'object'] }],
    [object({ kind: { enum: ['a', 'b'] } }), object({ kind: { enum: ['b', 'c'] } })],
    [object({ kind: { const: 'a' } }, []), object({ kind: { const: 'b' } })],
    [object({ kind: { const: 'a' } }), object({ sort: { const: 'b' } })],
    [object({ kind: { const: 'a' } }), object({ kind: { type: 'string' } })],
    [{ ...object({ kind: { const: 'a' } }), type: ['object', 'null'] }, object({ kind: { const: 'b' } })],
  ])('are not told to be %j and %j', (one, other) => {
    expect(disjoint(one, other)).toBe(false)
  })

  it('may be disjoint because of their context', () => {
    const [one, other] = [{ properties: { kind: { const: 'a' } } }, { properties: { kind: { const: 'b' } } }]
    expect(disjoint(one, other)).toBe(false)
    expect(disjoint(one, other, { type: 'object', required: ['kind'] })).toBe(true)
  })
})

describe('the ways to violate a schema', () => {
  const ways = (schema: object, components: Components = {}): readonly unknown[] => {
    const { context } = contextOf({}, components)
    const node = { schema: schema as { type?: string }, pointer: '#/here' }
    return negations(context, node).map(({ parts: [part] }) => part?.schema)
  }
  const not = (pointer: string) => ({ not: { $ref: `#/here/${pointer}` } })

  it.each([
    [{ type: 'string' }, ['null', 'boolean', 'object', 'array', 'number'].map((type) => ({ type }))],
    [{ type: ['object', 'null', 'array', 'string', 'boolean'] }, [{ type: 'number' }]],
    [{ enum: [1] }, [true]],
    [{ const: 1 }, [true]],
    [{ minimum: 1 }, [{ type: 'number', exclusiveMaximum: 1 }]],
    [{ maximum: 1 }, [{ type: 'number', exclusiveMinimum: 1 }]],
    [{ exclusiveMinimum: 1 }, [{ type: 'number', maximum: 1 }]],
    [{ exclusiveMaximum: 1 }, [{ type: 'number', minimum: 1 }]],
    [{ multipleOf: 2 }, [{ type: 'number' }]],
    [{ minLength: 2 }, [{ type: 'string', maxLength: 1 }]],
    [{ minLength: 0 }, []],
    [{ maxLength: 2 }, [{ type: 'string', minLength: 3 }]],
    [{ pattern: 'a' }, [{ type: 'string' }]],
    [{ format: 'date' }, [{ type: 'string' }]],
    [{ minItems: 2 }, [{ type: 'array', maxItems: 1 }]],
    [{ maxItems: 2 }, [{ type: 'array', minItems: 3 }]],
    [{ uniqueItems: true }, [{ type: 'array', minItems: 2 }]],
    [{ items: { type: 'null' } }, [{ type: 'array', contains: not('items') }]],
    [{ contains: { type: 'null' } }, [{ type: 'array', items: not('contains') }]],
    [{ minProperties: 2 }, [{ type: 'object', maxProperties: 1 }]],
    [{ maxProperties: 2 }, [{ type: 'object', minProperties: 3 }]],
    [{ required: ['a', 'b'] }, ['a', 'b'].map((name) => ({ type: 'object', properties: { [name]: false } }))],
    [
      { properties: { a: { type: 'null' } } },
      [{ type: 'object', required: ['a'], properties: { a: not('properties/a') } }],
    ],
    [{ additionalProperties: false }, [{ type: 'object', minProperties: 1 }]],
    [{ propertyNames: { maxLength: 3 } }, [{ type: 'object', minProperties: 1 }]],
    [{ oneOf: [{ type: 'null' }, true] }, [{ allOf: [not('oneOf/0'), not('oneOf/1')] }]],
    [{ anyOf: [{ type: 'null' }] }, [{ allOf: [not('anyOf/0')] }]],
    [{ not: { type: 'null' } }, [{ $ref: '#/here/not' }]],
    [{ if: { type: 'null' } }, []],
    [
      { if: { type: 'null' }, then: false, else: { minimum: 1 } },
      [{ allOf: [{ $ref: '#/here/if' }, not('then')] }, { allOf: [not('if'), not('else')] }],
    ],
    [
      { dependentSchemas: { a: { minProperties: 2 } } },
      [{ type: 'object', required: ['a'], allOf: [not('dependentSchemas/a')] }],
    ],
    [
      { prefixItems: [{ type: 'null' }, { type: 'string' }] },
      [
        { type: 'array', minItems: 1, prefixItems: [not('prefixItems/0')] },
        { type: 'array', minItems: 2, prefixItems: [true, not('prefixItems/1')] },
      ],
    ],
    [
      { dependentRequired: { a: ['b', 'c'] } },
      ['b', 'c'].map((name) => ({ type: 'object', required: ['a'], properties: { [name]: false } })),
    ],
    [{ default: 1 }, []],
  ])('%j are by its keywords', (schema, expected) => {
    expect(ways(schema)).toEqual(expected)
  })

  it('are checked against it, wherever it is', () => {
    const { context } = contextOf({}, { Cat: { type: 'null' } })
    const never = (node: Parameters<typeof negations>[1]) =>
      negations(context, node).map((way) => way.never?.map(({ pointer }) => pointer))[0]
    expect(never({ schema: { type: 'null' }, pointer: '#/here' })).toEqual(['#/here'])
    const reference = { schema: ref('Cat'), pointer: '(made)ref' }
    expect(never(reference)).toEqual(['#/components/schemas/Cat'])
    expect(never({ schema: { type: 'null' }, pointer: '(made)null' })).toEqual([])
  })

  it('of a false schema allow anything', () => {
    const { context } = contextOf({})
    const [way] = negations(context, { schema: false, pointer: '#/here' })
    expect(way?.parts.map(({ schema }) => schema)).toEqual([true])
  })
})
