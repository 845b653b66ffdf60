import { aipFilterParameter, aipOrderParameter } from '../../../../spec/inference/lists/aip-lists.ts'
import { normalizeName } from '../../../../spec/inference/prose/words.ts'
import { memberNamed, type JsonObject } from '../../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { refuse, type Refused } from '../../../behaviour.ts'
import { canRefuse } from '../../../http/declared-status.ts'
import type { Endpoint } from '../../endpoint.ts'
import { aipFilter } from './aip-filter.ts'

/** Refuses a filter or an order in the language of Google's APIs that cannot be read, or that names a field that records lack. */
export function unreadableQuery(
  { declared, resource, options }: Endpoint,
  query: JsonObject,
): Refused | undefined {
  const { document } = options
  const properties = possiblePropertiesOf(document, resource.record)
  const filter = textIn(query, aipFilterParameter(document, declared)?.name)
  if (filter !== undefined && /[=<>:()]/.test(filter) && !aipFilter(filter, properties))
    return refusalOf(declared, `'${filter}' is not a filter of these records.`)
  const order = textIn(query, aipOrderParameter(document, declared)?.name)
  const names = new Set([...properties.keys()].map(normalizeName))
  const unknown = order?.split(',').find((part) => !names.has(normalizeName(fieldIn(part))))
  return unknown === undefined
    ? undefined
    : refusalOf(declared, `There is no field '${fieldIn(unknown)}' to order by.`)
}

/** The first property that a part of an order names: `price` for `price.units desc`. */
const fieldIn = (part: string): string => part.trim().split(/[. ]/)[0] ?? ''

/** A text in the query, if it says anything. */
function textIn(query: JsonObject, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : memberNamed(query, name)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function refusalOf(declared: Endpoint['declared'], message: string): Refused | undefined {
  const refused = refuse(400, 'invalid_argument', message)
  return canRefuse(declared, refused) ? refused : undefined
}
