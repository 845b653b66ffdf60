import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt } from 'ajv/dist/2020.js'

/** Ajv's own code can safely be compiled for up to this many branches. */
const maxNestedBranches = 200

/**
 * Makes ajv generate sequential code for a large `oneOf` or `anyOf`. Its own code nests each branch in the one before, and
 * JavaScript engines cannot parse thousands of levels.
 */
export function compileLargeChoices(ajv: Ajv2020): void {
  for (const [keyword, generate] of [
    ['oneOf', generateOneOf],
    ['anyOf', generateAnyOf],
  ] as const) {
    const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition
    const { code } = definition
    definition.code = (context, ruleType) => {
      const { length } = context.schema as readonly unknown[]
      // Evaluated properties would have to be passed on, which only ajv's own code does.
      if (length <= maxNestedBranches || context.it.opts.unevaluated) code(context, ruleType)
      else generate(context, length)
    }
  }
}

/** Stops at the second branch that accepts the value. */
function generateOneOf(context: KeywordCxt, length: number): void {
  const { gen } = context
  const count = gen.let('count', 0)
  const passing = gen.let('passing', null)
  const isValid = gen.name('_valid')
  context.setParams({ passing })
  for (let index = 0; index < length; index += 1) {
    gen.if(_`${count} < 2`, () => {
      context.subschema({ keyword: 'oneOf', schemaProp: index, compositeRule: true }, isValid)
      gen.if(isValid, () => {
        gen.assign(passing, _`${count} === 0 ? ${index} : [${passing}, ${index}]`)
        gen.assign(count, _`${count} + 1`)
      })
    })
  }
  finish(context, _`${count} === 1`)
}

function generateAnyOf(context: KeywordCxt, length: number): void {
  const { gen } = context
  const isFound = gen.let('found', false)
  const isValid = gen.name('_valid')
  for (let index = 0; index < length; index += 1) {
    gen.if(_`!${isFound}`, () => {
      context.subschema({ keyword: 'anyOf', schemaProp: index, compositeRule: true }, isValid)
      gen.assign(isFound, isValid)
    })
  }
  finish(context, _`${isFound}`)
}

/** Reports the keyword alone: the errors of branches are collected again when issues are explained. */
function finish(context: KeywordCxt, isValid: ReturnType<typeof _>): void {
  context.reset()
  context.fail(_`!(${isValid})`)
}
