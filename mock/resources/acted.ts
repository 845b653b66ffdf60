import type { Document, SchemaNode } from '../../spec/document.ts'
import { plain } from '../../spec/inference/words.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { partsOf, possiblePropertiesOf, typesOf } from '../../spec/refs.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Desk } from './desk.ts'
import { sentRecord } from './identity.ts'

/**
 * What an action makes of a record's states, its enums and booleans: those in its body, and those that its name leads to
 * (`POST /orders/{id}/cancel`: `status` is `cancelled`).
 */
export function actedOn(
  { resource, operation, declared, options }: Desk,
  request: RequestValues,
): JsonObject {
  const { document } = options
  const [last = ''] = declared.path.split('/').slice(-1)
  const done = pastOf(plain(last))
  const sent = sentRecord(operation, request) ?? {}
  const states = [...possiblePropertiesOf(document, resource.record)].flatMap(([name, node]) => {
    const values = valuesOf(document, node)
    const isSwitch = values.length === 0 && typesOf(document, node).has('boolean') && done.has(plain(name))
    const own = Object.hasOwn(sent, name) ? sent[name] : undefined
    const to = values.includes(own ?? null) ? own : isSwitch || values.find((value) => isOne(done, value))
    return to === undefined || to === false ? [] : [[name, to] as const]
  })
  return Object.fromEntries(states)
}

const isOne = (done: ReadonlySet<string>, value: Json): boolean =>
  typeof value === 'string' && done.has(plain(value))

function valuesOf(document: Document, node: SchemaNode): readonly Json[] {
  const [values = []] = partsOf(document, node, ['allOf']).flatMap(({ schema }) =>
    typeof schema === 'object' && Array.isArray(schema['enum']) ? [schema['enum'] as readonly Json[]] : [],
  )
  return values
}

/** What is said of what a verb was done to: `ship` and `shipped`, `pay` and `paid`, `close` and `closed`. */
function pastOf(verb: string): ReadonlySet<string> {
  const stem = verb.replace(/y$/, 'i')
  return new Set([`${stem}d`, `${stem}ed`, `${verb}ed`, `${verb}${verb.slice(-1)}ed`])
}
