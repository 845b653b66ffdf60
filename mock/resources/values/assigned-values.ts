import { assignedBy, renewedBy } from '../../../spec/inference/records/assigned-later.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint } from '../endpoint.ts'
import { nounOf } from '../identity/identity.ts'

const assigned = perObject(({ options, resource, declared }: Endpoint) =>
  assignedBy(options.document, resource.record, declared),
)

const renewed = perObject(({ options, resource, declared }: Endpoint) =>
  renewedBy(options.document, resource.record, declared),
)

/** The values that an action assigns, unless the record has them already, or makes anew. */
export function assignedValues(endpoint: Endpoint, id: Id, before: JsonObject): MaybePromise<JsonObject> {
  const { options, resource } = endpoint
  const missing = assigned(endpoint).filter((name) => (before[name] ?? null) === null)
  return reduceAfter<string, JsonObject>([...missing, ...renewed(endpoint)], {}, (values, name) => {
    const node = possiblePropertiesOf(options.document, resource.record).get(name)
    if (!node) return values
    const { [name]: own = null } = before
    const key = `${resource.name} ${String(id)} ${name}${typeof own === 'string' ? ` ${own}` : ''}`
    const named = name === 'number' ? `${nounOf(resource)} number` : name
    // Some values of what may be null are null.
    const attempts = Array.from({ length: 8 }, (_, attempt) => `${key} ${String(attempt)}`)
    const value = reduceAfter<string, string | undefined>(attempts, undefined, (found, each) =>
      found === undefined
        ? after(options.fake.value(node, 'response', { name: named, key: each }), (made) =>
            typeof made === 'string' && made !== own ? made : undefined,
          )
        : found,
    )
    return after(value, (made) => (made === undefined ? values : { ...values, [name]: made }))
  })
}
