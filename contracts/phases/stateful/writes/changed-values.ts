import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { pointerTokens } from '../../../../spec/json/pointer.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { bodySchema } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { isState } from '../../../api/state-values.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import type { Draft } from '../../../interaction.ts'
import { isValid } from '../../../requests/validity.ts'

/**
 * The request with values that differ from the record's and are not those that servers fill in, if the document allows others: neither
 * a change to the same value nor a later reset can be observed. Ids of other records, and states, stay as they are.
 */
export function differing(context: Context, draft: Draft, record: JsonObject | undefined): Draft {
  const schema = bodySchema(draft.operation)
  const body = bodyValue(draft)
  if (!schema || !record || !isJsonObject(body)) return draft
  const properties = possiblePropertiesOf(context.api.document, schema)
  const fixed = fixedIn(draft)
  const edges = context.api.generator
    .boundaries(schema, 'request')
    .filter(({ path, undeclared }) => /^\/[^/]+$/.test(path) && !undeclared)
  return Object.keys(body).reduce((sofar, name) => {
    const node = properties.get(name)
    const own = body[name] ?? null
    const isSame = equalJson(own, record[name] ?? null)
    if (!node || fixed.has(name) || isState(context.api, node)) return sofar
    const usual = keywordsOf(context.api, node).get('default')
    const isBlank = (value: Json): boolean =>
      isEmpty(value) || equalJson(value, (usual as Json | undefined) ?? null)
    if (!isSame && (typeof own === 'boolean' || !isBlank(own))) return sofar
    const candidates = edges
      .filter(({ path }) => path === `/${name}`)
      .flatMap(({ value }) => (isJsonObject(value) ? [value[name] ?? null] : []))
    const others = [...candidates, ...neighbours(own)].filter(
      (each) => each !== null && typeof each === typeof own && !equalJson(each, record[name] ?? null),
    )
    const telling = others.filter((each) => !isBlank(each))
    const drafts = [...telling, ...(isSame ? others : [])].map((each) =>
      withBody(sofar, { ...(bodyValue(sofar) as JsonObject), [name]: each }),
    )
    return drafts.find((each) => isValid(context.api, each)) ?? sofar
  }, draft)
}

/** The request with the values that the record has, but for the last that differs. */
export function differingInOne({ api }: Context, draft: Draft, record: JsonObject): Draft {
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return draft
  const fixed = fixedIn(draft)
  const different = Object.keys(body).filter(
    (name) => record[name] !== undefined && !fixed.has(name) && !equalJson(body[name] ?? null, record[name]),
  )
  const same = different.slice(0, -1).map((name) => [name, record[name] ?? null] as const)
  const narrowed = withBody(draft, { ...body, ...Object.fromEntries(same) })
  return isValid(api, narrowed) ? narrowed : draft
}

/** The properties of a body that stay as they are: ids of other records, and the version of the record that is to change. */
const fixedIn = ({ bindings, version }: Draft): ReadonlySet<string | undefined> =>
  new Set([
    version?.property,
    ...bindings.flatMap((each) => (each.in === 'body' ? pointerTokens(each.at)[0] : [])),
  ])

/** Numbers close to a number, for one that has no other boundary. */
const neighbours = (value: Json): readonly Json[] =>
  typeof value === 'number' ? [value + 1, value + 2, value - 1] : []

/** Whether a server is likely to use the value where none is sent. */
const isEmpty = (value: Json): boolean =>
  value === 0 || value === '' || (isArray(value) && value.length === 0)
