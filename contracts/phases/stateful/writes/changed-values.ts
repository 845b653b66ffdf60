import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { equalJson, isArray, isJsonObject, type JsonObject } from '../../../../spec/json.ts'
import { bodySchema } from '../../../api/api.ts'
import type { Context } from '../../../context.ts'
import type { Draft } from '../../../interaction.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import { isState } from '../../../api/state-values.ts'
import { isValid } from '../../../requests/validity.ts'

/**
 * The request with values that differ from the record's, if the document allows others: a change to the same value
 * cannot be observed. Ids of other records, and states, stay as they are.
 */
export function differing(context: Context, draft: Draft, record: JsonObject | undefined): Draft {
  const schema = bodySchema(draft.operation)
  const body = bodyValue(draft)
  if (!schema || !record || !isJsonObject(body)) return draft
  const properties = possiblePropertiesOf(context.api.document, schema)
  const bound = new Set(draft.bindings.map(({ at }) => at))
  const edges = context.api.generator
    .boundaries(schema, 'request')
    .filter(({ path, undeclared }) => /^\/[^/]+$/.test(path) && !undeclared && !bound.has(path))
  return Object.keys(body).reduce((sofar, name) => {
    const node = properties.get(name)
    // The version of the record it is to change.
    if (name === draft.version?.property) return sofar
    const isSame = equalJson(body[name] ?? null, record[name] ?? null)
    if (!isSame || !node || isState(context.api, node)) return sofar
    const candidates = edges
      .filter(({ path }) => path === `/${name}`)
      .map(({ value }) => (isJsonObject(value) ? value[name] : undefined))
    const others = candidates.filter(
      (each) =>
        each !== undefined && typeof each === typeof body[name] && !equalJson(each, record[name] ?? null),
    )
    // A reset to an empty value would not be noticed.
    const other = others.find((each) => !isArray(each) || each.length > 0) ?? others[0]
    const changed =
      other === undefined ? sofar : withBody(sofar, { ...(bodyValue(sofar) as JsonObject), [name]: other })
    return isValid(context.api, changed) ? changed : sofar
  }, draft)
}
