import type { Json } from '../../../spec/json.ts'
import type { JsonSchema } from '../../../spec/schema.ts'
import { describedBy, type Described } from '../../../spec/schemas/described.ts'
import { ownExamples } from '../../../spec/schemas/examples.ts'
import { own } from '../../../spec/util/object.ts'
import type { Converted } from './converted.ts'

/** The annotations of a value: what its schemas say besides constraints. */
export interface Annotations {
  readonly examples: readonly Json[]
  readonly descriptions: readonly string[]
  /** What the descriptions say of its values. */
  readonly described: readonly Described[]
  /** The name of the component, or else the title. */
  readonly name: string | undefined
  /** Whether it is writeOnly in a response, or readOnly in a request. */
  readonly isHidden: boolean
}

const component = /^#\/(?:components\/schemas|\$defs|definitions)\/([^/]+)$/

/** Collects the annotations of all schemas that apply to a value. */
export function annotationsOf(converted: Converted, schemas: readonly JsonSchema[]): Annotations {
  const written = schemas.flatMap((schema) => converted.writtenOf(schema) ?? [])
  const flag = converted.view === 'request' ? 'readOnly' : 'writeOnly'
  return {
    examples: written.flatMap(examplesOf),
    descriptions: written
      .map((schema) => own(schema, 'description'))
      .filter((each) => typeof each === 'string'),
    described: written.map(describedBy),
    name: nameOf(converted, schemas),
    isHidden: written.some((schema) => own(schema, flag) === true),
  }
}

/** `example`, each of `examples`, then `default`. */
function examplesOf(schema: unknown): readonly Json[] {
  const fallback = own(schema, 'default') as Json | undefined
  const examples = ownExamples(schema).map(({ value }) => value)
  return fallback === undefined ? examples : [...examples, fallback]
}

/** Whether a schema has keywords other than `$ref`. */
export function hasOwnKeywords(schema: JsonSchema): boolean {
  return typeof schema === 'object' && Object.keys(schema).some((keyword) => keyword !== '$ref')
}

function nameOf(converted: Converted, schemas: readonly JsonSchema[]): string | undefined {
  for (const schema of schemas.filter(hasOwnKeywords)) {
    const name = component.exec(converted.nodeOf(schema)?.pointer ?? '')?.[1]
    if (name !== undefined) return name
  }
  const titles = schemas.map((schema) => own(converted.writtenOf(schema), 'title'))
  return titles.find((title) => typeof title === 'string')
}
