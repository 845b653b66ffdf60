import type { Document, Pointer, SchemaNode } from '../../spec/document.ts'
import { stringifyJson, type Json } from '../../spec/json.ts'
import { soleTargetOf } from '../../spec/schemas/subschemas.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import type { ValidateSchema, Validator } from '../../spec/validate.ts'
import type { SchemaIssue } from '../../spec/validation/issues.ts'
import { createGenerator, type Generator } from '../generate/generator.ts'

const generators = new WeakMap<Document, Generator>()

/** The generator of a document, shared by all runs: its values depend on nothing else. */
function generatorOf(document: Document, validator: Validator): Generator {
  return getOrInsertComputed(generators, document, () =>
    withCachedValues(createGenerator(document, validator)),
  )
}

/**
 * The generator for one API, with a `cut` of its own: it reports only schemas that were asked for through it. Schemas that only refer to
 * another one count as that, so that bodies with the same schema share their values.
 */
export function generatorFor(document: Document, validator: Validator): Generator {
  const generator = generatorOf(document, validator)
  const cut = new Set<Pointer>()
  const asking =
    <Rest extends readonly unknown[], T>(make: (node: SchemaNode, ...rest: Rest) => T) =>
    (asked: SchemaNode, ...rest: Rest): T => {
      const node = soleTargetOf(document, asked) ?? asked
      const made = make(node, ...rest)
      if (generator.cut.has(node.pointer)) cut.add(node.pointer)
      return made
    }
  return {
    arbitrary: asking(generator.arbitrary),
    valid: asking(generator.valid),
    typical: asking(generator.typical),
    boundaries: asking(generator.boundaries),
    violations: asking(generator.violations),
    cut,
  }
}

/** The generator with its boundary values and violations cached by schema. */
function withCachedValues(generator: Generator): Generator {
  const boundaries = new Map<string, ReturnType<Generator['boundaries']>>()
  const violations = new Map<string, ReturnType<Generator['violations']>>()
  return {
    ...generator,
    boundaries: (node, view, options = {}) =>
      getOrInsertComputed(boundaries, `${view} ${options.as ?? 'json'} ${node.pointer}`, () =>
        generator.boundaries(node, view, options),
      ),
    violations(node, view, options = {}) {
      const base = options.base === undefined ? '' : stringifyJson(options.base)
      return getOrInsertComputed(violations, `${view} ${options.as ?? 'json'} ${node.pointer} ${base}`, () =>
        generator.violations(node, view, options),
      )
    },
  }
}

/** The validator with its verdicts cached by object: `JsonReader` returns the same object for the same text. */
export function withCachedVerdicts(validator: Validator): Validator {
  const known = new Map<string, ValidateSchema>()
  return {
    ...validator,
    of(node, view) {
      const key = `${view} ${node.pointer}`
      return getOrInsertComputed(known, key, () => cacheByValue(validator.of(node, view)))
    },
  }
}

function cacheByValue(validate: ValidateSchema): ValidateSchema {
  const verdicts = new WeakMap<object, readonly SchemaIssue[]>()
  const cached = (value: Json): readonly SchemaIssue[] => {
    if (typeof value !== 'object' || value === null) return validate(value)
    return getOrInsertComputed(verdicts, value, () => validate(value))
  }
  return Object.assign(cached, { accepts: validate.accepts })
}
