import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { setOwn } from '../../../spec/util/object.ts'
import { allows } from '../../../spec/validate.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import { overlay } from '../changes/overlay.ts'
import type { CrudOptions } from '../options.ts'
import { noteValid, schemaKeyOf } from './known-valid.ts'
import { createLengthen } from './lengthen.ts'
import type { RecordType } from './record-type.ts'

/** Brings records into the form in which they are stored. */
export interface Finish {
  /** Orders members: the id, the others in the order of the document, then the rest. */
  readonly inOrder: (record: JsonObject) => JsonObject
  /** Whether a record is valid; remembered until it is changed. */
  readonly isValid: (record: JsonObject) => boolean
  /**
   * Returns a valid record: properties that violate the schema are replaced by the generated ones.
   * @param key of the record, for reproducible values
   */
  readonly makeValid: (record: JsonObject, generated: JsonObject, key: string) => MaybePromise<JsonObject>
}

export function createFinish(options: CrudOptions, resource: Resource, type: RecordType): Finish {
  const validate = options.validator.of(resource.record, 'response')
  const accepts = (record: JsonObject): boolean => allows(validate, record)
  const schemaKey = schemaKeyOf(options, resource.record)
  const lengthen = createLengthen(options, type)
  const names = new Set([resource.idProperty ?? '', ...type.properties.keys()])
  const inOrder = (record: JsonObject): JsonObject => ordered(names, record)
  const isValid = (record: JsonObject): boolean => {
    const valid = accepts(record)
    if (valid) noteValid(record, schemaKey)
    return valid
  }
  return {
    inOrder,
    isValid,
    makeValid: (record, generated, key) =>
      isValid(record)
        ? record
        : after(lengthen(generated, record, key), (longer) =>
            inOrder(overlay(accepts(longer) ? longer : generated, record, accepts)),
          ),
  }
}

function ordered(names: ReadonlySet<string>, record: JsonObject): JsonObject {
  const members: Record<string, JsonObject[string]> = {}
  const copy = (name: string): void => {
    const value = record[name] as JsonObject[string]
    if (name === '__proto__') setOwn(members, name, value)
    else members[name] = value
  }
  for (const name of names) if (Object.hasOwn(record, name)) copy(name)
  for (const name of Object.keys(record)) if (!names.has(name)) copy(name)
  return members
}
