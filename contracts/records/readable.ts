import type { SchemaNode } from '../../spec/document.ts'
import { soleFlagOf } from '../../spec/inference/constraints/sole-flags.ts'
import { isNeverShown } from '../../spec/inference/records/described-writes.ts'
import type { Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { itemOf, possiblePropertiesOf, requiredOf } from '../../spec/schemas/properties.ts'
import { perObject } from '../../spec/util/memo.ts'
import { operationFor, recordProperties, referredBy, shownBy, type Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import { statesOf } from '../api/state-values.ts'

/** Returns a predicate for the declared properties that a read shows as they were written. */
export function readable(api: Api, resource: Resource): (property: string) => boolean {
  const names = namesOf(api)(resource)
  return (name) => names.has(name)
}

/** Determined once per resource: descriptions are read for it. */
const namesOf = perObject((api: Api) => perObject((resource: Resource) => readableNames(api, resource)))

function readableNames(api: Api, resource: Resource): ReadonlySet<string> {
  const properties = recordProperties(api, resource)
  const isUnasked = isShownIfAsked(api, resource)
  const read = operationFor(api, resource, 'read')
  const profile = read && shownBy(api, read)
  // Others may see less of a record than who creates it, such as the public profile of a user.
  const visible = profile ? possiblePropertiesOf(api.document, profile) : properties
  // The first address is the default one whatever was sent, until another one takes its place at any time.
  const soleFlag = soleFlagOf(api.document, api.model, resource)?.property
  const isShown = ([name, node]: readonly [string, SchemaNode]): boolean =>
    name !== soleFlag &&
    (visible.size === 0 || visible.has(name)) &&
    !isNeverShown(api.document, node) &&
    keywordsOf(api, node).get('writeOnly') !== true &&
    !isUnasked(name)
  return new Set([...properties].filter(isShown).map(([name]) => name))
}

/** Returns a predicate for the properties shown on request only, such as a referenced record by `?expand=owner`. */
function isShownIfAsked(api: Api, resource: Resource): (property: string) => boolean {
  const [create, read] = (['create', 'read'] as const).map(
    (role) => operationFor(api, resource, role)?.operation,
  )
  const asking = (read?.parameters ?? []).filter(
    ({ in: place, name }) => place === 'query' && /^\$?(?:expand|include|embed|populate)/i.test(name),
  )
  if (!create || asking.length === 0) return () => false
  const offered = new Set(
    asking.flatMap(({ schema }) => (schema && statesOf(api, itemOf(api.document, schema))) ?? []),
  )
  const required = requiredOf(api.document, resource.record)
  return (name) => !required.has(name) && (offered.has(name) || referredBy(api, create, name) !== undefined)
}

/** Whether the value is valid for the record's property. */
export function isPossible(api: Api, resource: Resource, name: string, value: Json): boolean {
  const node = recordProperties(api, resource).get(name)
  return node !== undefined && api.validator.of(node, 'response').accepts(value)
}
