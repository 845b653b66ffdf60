import type { Document, Operation } from '../../../../spec/document.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../../spec/schemas/types.ts'
import type { CrudOptions } from '../../options.ts'
import { actorProperties, type ActorProperty } from '../../relations/actors.ts'

/** Makes some values of a generated record consistent with its others. */
export type Companion = (record: JsonObject, edit: Edit) => void

/** Changes to a record, which are only made if it stays valid. */
export interface Edit {
  /** Replaces a value that the record has. */
  set(name: string, value: Json): void
  unset(name: string): void
  /** Leaves a record without a value: null where the schema allows that, else absent or empty. */
  clear(name: string): void
}

/** What companions are found by. */
export interface RecordFacts {
  readonly document: Document
  readonly resource: Resource
  /** The names of its properties. */
  readonly names: readonly string[]
  readonly nullable: ReadonlySet<string>
  readonly enums: readonly { readonly name: string; readonly values: readonly Json[] }[]
  readonly actors: readonly ActorProperty[]
  readonly now: Date
  /** The actions on single records. */
  readonly actions: readonly Operation[]
}

export function factsOf(options: CrudOptions, resource: Resource): RecordFacts {
  const { document } = options
  const properties = [...possiblePropertiesOf(document, resource.record)]
  return {
    document,
    resource,
    names: properties.map(([name]) => name),
    nullable: new Set(
      properties.flatMap(([name, node]) => (typesOf(document, node).has('null') ? [name] : [])),
    ),
    enums: properties.flatMap(([name, node]) => {
      const values = enumValues(document, node)
      return values.length > 1 && !typesOf(document, node).has('array') ? [{ name, values }] : []
    }),
    now: options.fake.now,
    actors: actorProperties(options, resource),
    actions: resource.operations.flatMap(({ role, operationId }) =>
      role === 'action' ? (options.byId.get(operationId) ?? []) : [],
    ),
  }
}
