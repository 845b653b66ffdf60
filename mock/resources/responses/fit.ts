import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { isJsonObject, stringifyJson, type JsonObject } from '../../../spec/json.ts'
import { allows } from '../../../spec/validate.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { CrudOptions } from '../options.ts'
import type { Presenter } from '../presenter.ts'
import { isKnownValid, noteValid, schemaKeyOf } from '../records/known-valid.ts'

type Fit = Presenter['fit']

/** Adapts records to the schema that a response has for them. Computed once per record. */
export function createFit(options: CrudOptions, operation: Operation, node: SchemaNode | undefined): Fit {
  if (!node) return (record) => record
  const { validator, fake } = options
  const schemaKey = schemaKeyOf(options, node)
  const fittedRecords = new WeakMap<JsonObject, JsonObject>()
  const isValid = (record: JsonObject): boolean => allows(validator.of(node, 'response'), record)
  return (record) => {
    if (isKnownValid(record, schemaKey)) return record
    const known = fittedRecords.get(record)
    if (known) return known
    if (isValid(record)) {
      noteValid(record, schemaKey)
      return record
    }
    const key = `${operation.id} ${stringifyJson(Object.values(record)[0] ?? null)}`
    return after(fake.value(node, 'response', { key }), async (generated) => {
      const { overlay } = await import('../changes/overlay.ts')
      const fitted = isJsonObject(generated) ? overlay(generated, record, isValid) : record
      fittedRecords.set(record, fitted)
      return fitted
    })
  }
}

/** Fits all records; a promise only if one of them is. */
export function fitAll(fit: Fit, records: readonly JsonObject[]): MaybePromise<readonly JsonObject[]> {
  const fitted = records.map(fit)
  return fitted.some((each) => each instanceof Promise)
    ? Promise.all(fitted.map(async (each) => each))
    : (fitted as JsonObject[])
}
