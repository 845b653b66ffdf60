import type { Json, JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import { isOption } from '../../../spec/undescribed/option-names.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'

/** The parameters of a creation that are properties of the record, but not of its body: `POST /builds?title=Nightly`. */
const askedOf = perObject(({ declared, resource, accepted, options: { document } }: Endpoint) => {
  const shown = possiblePropertiesOf(document, resource.record)
  const sent = accepted && possiblePropertiesOf(document, accepted)
  return declared.parameters.flatMap(({ in: place, name, schema }) => {
    const node = shown.get(name)
    const isText = schema && node && [schema, node].every((each) => typesOf(document, each).has('string'))
    const isPlain = isText && enumValues(document, node).length === 0 && name !== resource.idProperty
    return place === 'query' && isPlain && sent && !sent.has(name) && !isOption(name) ? [name] : []
  })
})

/** What the query of a creation says of the new record; undefined if its operation has no such parameters. */
export function askedValues(endpoint: Endpoint, { request }: RequestContext): JsonObject | undefined {
  const names = askedOf(endpoint)
  if (names.length === 0) return undefined
  return Object.fromEntries(
    names.flatMap((name): readonly (readonly [string, Json])[] => {
      const { [name]: value } = request.query
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
