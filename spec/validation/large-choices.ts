import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt } from 'ajv/dist/2020.js'

/** Of so many branches ajv's own code can still be compiled, many times over. */
const fewBranches = 200

/**
 * Ajv nests each branch of a `oneOf` or `anyOf` into the code of the one before. Of thousands that is more than JavaScript
 * engines can read: nothing was compiled, and whatever came was valid. Here they stand one after another.
 */
export function placeBranchesSideBySide(ajv: Ajv2020): void {
  for (const [keyword, place] of [
    ['oneOf', placeOneOf],
    ['anyOf', placeAnyOf],
  ] as const) {
    const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition
    const { code } = definition
    definition.code = (context, ruleType) => {
      const { length } = context.schema as readonly unknown[]
      // What a branch has looked at would have to be told to those around it.
      if (length <= fewBranches || context.it.opts.unevaluated) code(context, ruleType)
      else place(context, length)
    }
  }
}

/** Looks at no more after two that a value fits. */
function placeOneOf(context: KeywordCxt, length: number): void {
  const { gen } = context
  const count = gen.let('count', 0)
  const passing = gen.let('passing', null)
  const fits = gen.name('_fits')
  context.setParams({ passing })
  for (let index = 0; index < length; index += 1) {
    gen.if(_`${count} < 2`, () => {
      context.subschema({ keyword: 'oneOf', schemaProp: index, compositeRule: true }, fits)
      gen.if(fits, () => {
        gen.assign(passing, _`${count} === 0 ? ${index} : [${passing}, ${index}]`)
        gen.assign(count, _`${count} + 1`)
      })
    })
  }
  settle(context, _`${count} === 1`)
}

function placeAnyOf(context: KeywordCxt, length: number): void {
  const { gen } = context
  const isFound = gen.let('found', false)
  const fits = gen.name('_fits')
  for (let index = 0; index < length; index += 1) {
    gen.if(_`!${isFound}`, () => {
      context.subschema({ keyword: 'anyOf', schemaProp: index, compositeRule: true }, fits)
      gen.assign(isFound, fits)
    })
  }
  settle(context, _`${isFound}`)
}

/** Without what the branches have against a value: whoever tells that asks them again. */
function settle(context: KeywordCxt, isValid: ReturnType<typeof _>): void {
  context.reset()
  context.fail(_`!(${isValid})`)
}
