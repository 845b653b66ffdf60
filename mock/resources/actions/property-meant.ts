import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { nounsOf } from '../../../spec/inference/prose/verb-nouns.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { pastForms } from '../../../spec/inference/states/words/verb-forms.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Endpoint } from '../endpoint.ts'

/** What an action is sent, by the properties that it sets: the `code` of a coupon may be the `couponCode`. */
export function sentMeant(
  {
    operation,
    declared,
    resource,
    options,
  }: Pick<Endpoint, 'operation' | 'declared' | 'resource' | 'options'>,
  sent: JsonObject,
): JsonObject {
  if (operation.role !== 'action') return sent
  const properties = possiblePropertiesOf(options.document, resource.record)
  const entries = Object.entries(sent)
  return Object.fromEntries(
    entries.map(([name, value]) => [propertyMeant(name, declared, properties), value]),
  )
}

/** The property that an action sets by a name in its body: `cancelReason` by `reason` of `cancel`, else the one of the same name. */
export function propertyMeant(
  given: string,
  { path }: Operation,
  properties: ReadonlyMap<string, SchemaNode>,
): string {
  const [verb = ''] = wordsOf(lastPart(path).split(':').at(-1) ?? '')
  const words = wordsOf(given)
  const named = (beginnings: readonly string[]): string | undefined => {
    const wanted = new Set(beginnings.map((first) => [first, ...words].join(' ')))
    return [...properties.keys()].find((name) => wanted.has(wordsOf(name).join(' ')))
  }
  // The reason to cancel a visit is its `cancelReason`, even if the visit has a `reason`.
  const own = named([verb, ...pastForms([verb]), ...nounsOf(verb)])
  return own ?? (properties.has(given) ? given : (named(['active', 'current']) ?? given))
}
