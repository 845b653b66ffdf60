import type { Document, Operation, Pointer, SchemaNode } from '../../spec/document.ts'
import { stringifyJson, type Json } from '../../spec/json.ts'
import type { ValidateSchema, Validator } from '../../spec/validate.ts'
import type { SchemaIssue } from '../../spec/validation/issues.ts'
import { createGenerator, type Generator } from '../generate/generator.ts'

const generators = new WeakMap<Document, Generator>()

/** The generator of a document, shared by all runs: its values depend on nothing else. */
export function generatorOf(document: Document, validator: Validator): Generator {
  const generator = generators.get(document) ?? withCachedValues(createGenerator(document, validator))
  generators.set(document, generator)
  return generator
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
  const known = <T>(map: Map<string, T>, key: string, make: () => T): T => {
    const before = map.get(key)
    if (before !== undefined) return before
    const made = make()
    map.set(key, made)
    return made
  }
  return {
    ...generator,
    boundaries: (node, view, options = {}) =>
      known(boundaries, `${view} ${options.as ?? 'json'} ${node.pointer}`, () =>
        generator.boundaries(node, view, options),
      ),
    violations(node, view, options = {}) {
      const base = options.base === undefined ? '' : stringifyJson(options.base)
      return known(violations, `${view} ${options.as ?? 'json'} ${node.pointer} ${base}`, () =>
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
      const validate = known.get(key) ?? cacheByValue(validator.of(node, view))
      known.set(key, validate)
      return validate
    },
  }
}

function cacheByValue(validate: ValidateSchema): ValidateSchema {
  const verdicts = new WeakMap<object, readonly SchemaIssue[]>()
  const cached = (value: Json): readonly SchemaIssue[] => {
    if (typeof value !== 'object' || value === null) return validate(value)
    const issues = verdicts.get(value) ?? validate(value)
    verdicts.set(value, issues)
    return issues
  }
  return Object.assign(cached, { accepts: validate.accepts })
}

/** Caches the result of a function by operation. */
export function cacheByOperation<T>(make: (operation: Operation) => T): (operation: Operation) => T {
  const known = new Map<Operation, T>()
  return (operation) => {
    const before = known.get(operation)
    if (before !== undefined) return before
    const made = make(operation)
    known.set(operation, made)
    return made
  }
}
