import type { Operation, SchemaNode } from '../../spec/document.ts'
import { describedLimits } from '../../spec/inference/numbers/described-limits.ts'
import { singularWordsOf } from '../../spec/inference/prose/words.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { perObject } from '../../spec/util/memo.ts'
import { bodySchema, type Api } from '../api/api.ts'
import { limitSource } from '../api/limit-source.ts'

/** The least limit that leaves room for what is sent later; each limit of a limit is ten times as much. */
const leastRoom = 1_000

/** Names of numbers that say how often something can be used. */
const uses = /^(?:max(?:imum)? (?:of )?(?:use|usage|redemption)|(?:use|usage|redemption) limit)$/

/**
 * The body with larger numbers where these bound what later requests send: nothing could be paid twice of a claim for one cent.
 * Numbers that the document does not allow stay as they are.
 */
export function withRoom(api: Api, schema: SchemaNode, body: Json): Json {
  if (!isJsonObject(body)) return body
  const limits = levelsOf(api)
  const accepts = api.validator.of(schema, 'request').accepts
  let roomy = body
  for (const name of possiblePropertiesOf(api.document, schema).keys()) {
    const [value, level] = [
      roomy[name],
      limits.get(name) ?? (uses.test(singularWordsOf(name)) ? 0 : undefined),
    ]
    if (level === undefined || typeof value !== 'number') continue
    const least = leastRoom * 10 ** level
    const larger = { ...roomy, [name]: least }
    if (value < least && accepts(larger)) roomy = larger
  }
  return roomy
}

/** By the names of properties that are limits, how many limits there are below: of a claim its approval, of that its payments. */
const levelsOf = perObject((api: Api): ReadonlyMap<string, number> => {
  const bounds = api.operations.flatMap((operation) => boundsIn(api, operation))
  const levelOf = (name: string, above: readonly string[]): number => {
    const below = bounds.filter(({ limit }) => limit === name).flatMap(({ properties }) => properties)
    const limits = below.filter((each) => !above.includes(each) && bounds.some(({ limit }) => limit === each))
    return Math.max(0, ...limits.map((each) => 1 + levelOf(each, [...above, name])))
  }
  return new Map(bounds.map(({ limit }) => [limit, levelOf(limit, [])]))
})

function boundsIn(api: Api, operation: Operation): ReturnType<typeof describedLimits> {
  const schema = bodySchema(operation)
  const limits = schema ? describedLimits(api.document, operation, schema, api.model.resources) : []
  return limits.map((each) => ({ ...each, limit: limitSource(api, each) }))
}
