import type { SchemaNode } from '../../spec/document.ts'
import type { DescribedRange } from '../../spec/inference/constraints/described-ranges.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { show } from '../answers/compare.ts'
import { bodySchema, type Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import type { AcceptanceEvidence } from '../checks/invalid-refused.ts'
import { bodyValue, withBody } from '../draft.ts'
import type { Draft } from '../interaction.ts'
import { isValid } from '../requests/validity.ts'

/** A range that the document describes for the query or for the body of a request. */
export interface RangeInRequest {
  readonly place: 'query' | 'body'
  readonly range: DescribedRange
}

/** A request whose values are in an order that the document forbids. */
export interface Disorder {
  readonly draft: Draft
  readonly forbidden: Pick<AcceptanceEvidence, 'cause' | 'title' | 'forbiddenBy'>
}

/** The request with values for both ends of a range, in order; undefined if none are known that are valid. */
export function withOrder(api: Api, draft: Draft, of: RangeInRequest): Draft | undefined {
  const { lower, upper } = of.range
  const ordered = pairsFor(api, schemaAt(api, draft, of)).map(([first, last]) =>
    withMembers(draft, of, { [lower]: first, [upper]: last }),
  )
  return ordered.find((each) => each !== undefined && isValid(api, each))
}

/** Requests like `draft` with the ends of a range in the wrong order, by the values of an accepted one. */
export function disorders(api: Api, draft: Draft, accepted: Draft, of: RangeInRequest): readonly Disorder[] {
  const { lower, upper, isStrict, pointer } = of.range
  const { [lower]: first = null, [upper]: last = null } = membersAt(accepted, of) ?? {}
  const variants = [
    { least: last, most: first, relation: 'below' },
    ...(isStrict ? [{ least: first, most: first, relation: 'equal to' }] : []),
  ]
  return variants.flatMap(({ least, most, relation }) => {
    const changed = withMembers(draft, of, { [lower]: least, [upper]: most })
    const forbidden = {
      forbiddenBy: pointer,
      cause: `${of.place}/${upper} ${relation} ${lower}`,
      title: `${upper} = ${show(most)} ${relation} ${lower} = ${show(least)}`,
    }
    return changed && isValid(api, changed) ? [{ draft: changed, forbidden }] : []
  })
}

function membersAt(draft: Draft, { place }: RangeInRequest): JsonObject | undefined {
  const value = place === 'query' ? draft.query : bodyValue(draft)
  return isJsonObject(value) ? value : undefined
}

function withMembers(draft: Draft, of: RangeInRequest, values: JsonObject): Draft | undefined {
  const members = membersAt(draft, of)
  if (!members) return undefined
  const changed = { ...members, ...values }
  return of.place === 'query' ? { ...draft, query: changed } : withBody(draft, changed)
}

/** The schema of the lower end of a range. */
function schemaAt(api: Api, { operation }: Draft, { place, range }: RangeInRequest): SchemaNode | undefined {
  if (place === 'query')
    return operation.parameters.find(({ in: each, name }) => each === 'query' && name === range.lower)?.schema
  const schema = bodySchema(operation)
  return schema && possiblePropertiesOf(api.document, schema).get(range.lower)
}

/** Pairs of values in ascending order that the schema of a range may allow. */
function pairsFor(api: Api, node: SchemaNode | undefined): readonly (readonly [Json, Json])[] {
  const format = node && keywordsOf(api, node).get('format')
  if (format === 'date')
    return [
      ['2031-05-09', '2031-05-12'],
      ['2021-05-09', '2021-05-12'],
    ]
  if (format === 'date-time')
    return [
      ['2031-05-09T08:00:00Z', '2031-05-12T08:00:00Z'],
      ['2021-05-09T08:00:00Z', '2021-05-12T08:00:00Z'],
    ]
  return [1, 0, 10, 100].map((first) => [first, first + 2])
}
