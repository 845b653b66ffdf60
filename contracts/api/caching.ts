import type { Document, Operation, Pointer, SchemaNode } from '../../spec/document.ts'
import { stringifyJson, type Json } from '../../spec/json.ts'
import type { ValidateSchema, Validator } from '../../spec/validate.ts'
import type { SchemaIssue } from '../../spec/validation/issues.ts'
import { createGenerator, type Generator } from '../generate/generator.ts'

const generators = new WeakMap<Document, Generator>()

/** One for all runs with a document: what it makes depends on nothing else. */
export function generatorOf(document: Document, validator: Validator): Generator {
  const generator = generators.get(document) ?? rememberValues(createGenerator(document, validator))
  generators.set(document, generator)
  return generator
}

/** The generator, which tells of no schema but those that were asked for here. */
export function withOwnCut(generator: Generator): Generator {
  const cut = new Set<Pointer>()
  const noted = <T>({ pointer }: SchemaNode, made: T): T => {
    if (generator.cut.has(pointer)) cut.add(pointer)
    return made
  }
  return {
    arbitrary: (node, view) => noted(node, generator.arbitrary(node, view)),
    valid: (node, view, seed) => noted(node, generator.valid(node, view, seed)),
    typical: (node, view) => noted(node, generator.typical(node, view)),
    boundaries: (node, view, options) => noted(node, generator.boundaries(node, view, options)),
    violations: (node, view, options) => noted(node, generator.violations(node, view, options)),
    cut,
  }
}

/** The generator, asked once for each edge and violation. */
function rememberValues(generator: Generator): Generator {
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

/** The validator, asked once for each object: the reader of JSON gives the same for the same text. */
export function rememberVerdicts(validator: Validator): Validator {
  const known = new Map<string, ValidateSchema>()
  return {
    ...validator,
    of(node, view) {
      const key = `${view} ${node.pointer}`
      const validate = known.get(key) ?? rememberObjects(validator.of(node, view))
      known.set(key, validate)
      return validate
    },
  }
}

function rememberObjects(validate: ValidateSchema): ValidateSchema {
  const verdicts = new WeakMap<object, readonly SchemaIssue[]>()
  const remembering = (value: Json): readonly SchemaIssue[] => {
    if (typeof value !== 'object' || value === null) return validate(value)
    const issues = verdicts.get(value) ?? validate(value)
    verdicts.set(value, issues)
    return issues
  }
  return Object.assign(remembering, { accepts: validate.accepts })
}

/** What is made of an operation, once for each. */
export function remember<T>(make: (operation: Operation) => T): (operation: Operation) => T {
  const known = new Map<Operation, T>()
  return (operation) => {
    const before = known.get(operation)
    if (before !== undefined) return before
    const made = make(operation)
    known.set(operation, made)
    return made
  }
}
