import type { Document, Pointer, SchemaNode } from '../../spec/document.ts'
import { stringifyJson, type Json } from '../../spec/json.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import type { ValidateSchema, Validator } from '../../spec/validate.ts'
import type { SchemaIssue } from '../../spec/validation/issues.ts'
import { createGenerator, type Generator } from '../generate/generator.ts'

const generators = new WeakMap<Document, Generator>()

/** The generator of a document, shared by all runs: its values depend on nothing else. */
export function generatorOf(document: Document, validator: Validator): Generator {
  return getOrInsertComputed(generators, document, () =>
    withCachedValues(createGenerator(document, validator)),
  )
}

/** The generator with a `cut` of its own: it reports only schemas that were asked for through it. */
export function withOwnCut(generator: Generator): Generator {
  const cut = new Set<Pointer>()
  const noteCut = <T>({ pointer }: SchemaNode, made: T): T => {
    if (generator.cut.has(pointer)) cut.add(pointer)
    return made
  }
  return {
    arbitrary: (node, view) => noteCut(node, generator.arbitrary(node, view)),
    valid: (node, view, seed) => noteCut(node, generator.valid(node, view, seed)),
    typical: (node, view) => noteCut(node, generator.typical(node, view)),
    boundaries: (node, view, options) => noteCut(node, generator.boundaries(node, view, options)),
    violations: (node, view, options) => noteCut(node, generator.violations(node, view, options)),
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
