import { responseFor, type Document, type Pointer, type SchemaNode } from '../../spec/document.ts'
import { isJsonType } from '../../spec/http/media-type.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { appendPointer } from '../../spec/json/pointer.ts'
import { operationsOf } from '../../spec/operations.ts'
import { schemaFeatures } from '../../spec/schemas/features.ts'
import { itemsOf, possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { writeOnlyIn } from '../../spec/schemas/write-only.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { isSecretName } from '../access/secret-names.ts'
import { jsonOf } from '../answer.ts'
import { bodySchema } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import type { Check } from '../check.ts'
import { bodyValue } from '../draft.ts'
import type { Answer } from '../interaction.ts'

interface Leak {
  readonly at: string
  readonly property: string
  readonly pointer: string
}

/** Responses contain no writeOnly property. */
export const writeOnly: Check<Answer> = {
  id: 'write-only',
  title: 'writeOnly properties are not returned',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24.1: a writeOnly property SHOULD NOT be sent as part of the response',
  judge(answer) {
    const { operation, document, status } = answer
    const declared = operation && responseFor(operation, status)
    const schema = declared?.content.find(({ type }) => isJsonType(type))?.schema
    const value = jsonOf(answer)
    if (!schema || value === undefined || !schemaFeatures(document).usesWriteOnly) return []
    const found = [...leaksIn(document, schema, value, '', 0), ...echoedIn(answer, schema, value)]
    const leaks = new Map(found.map((leak) => [leak.pointer, leak]))
    return [...leaks.values()].map(({ at, property, pointer }) => ({
      cause: pointer,
      expected: `no ${property}, which is writeOnly`,
      actual: `${property} in the response`,
      requirement: `${pointer}/writeOnly`,
      at,
    }))
  },
}

/** What was sent for `writeOnly` properties that the response shows although its schema does not have them. */
function echoedIn({ document, draft }: Answer, shown: SchemaNode, value: Json): readonly Leak[] {
  const [schema, sent] = [bodySchema(draft.operation), bodyValue(draft)]
  if (!schema || !isJsonObject(sent) || !isJsonObject(value)) return []
  const declared = possiblePropertiesOf(document, shown)
  return [...possiblePropertiesOf(document, schema)].flatMap(([property, node]) => {
    const isSecret = keywordsOf({ document }, node).get('writeOnly') === true
    const isEchoed = typeof sent[property] === 'string' && value[property] === sent[property]
    return isSecret && isEchoed && !declared.has(property)
      ? [{ at: appendPointer('', property), property, pointer: node.pointer }]
      : []
  })
}

const maxDepth = 8

function leaksIn(
  document: Document,
  node: SchemaNode,
  value: Json,
  at: string,
  depth: number,
): readonly Leak[] {
  if (depth > maxDepth) return []
  if (isArray(value)) {
    const items = itemsOf(document, node)
    return items
      ? value.flatMap((item, index) => leaksIn(document, items, item, `${at}/${String(index)}`, depth + 1))
      : []
  }
  if (!isJsonObject(value)) return []
  const declared = possiblePropertiesOf(document, node)
  const revealed = declared.size > 0 ? secretsIn(document, declared, value, at) : []
  const isWriteOnly = writeOnlyIn(document, node, value)
  const found = [...declared].flatMap(([property, schema]) => {
    const part = Object.hasOwn(value, property) ? value[property] : undefined
    const place = appendPointer(at, property)
    if (part === undefined) return []
    // null reveals nothing, and a property that is also readOnly is meant to be read.
    if (isWriteOnly(property) && keywordsOf({ document }, schema).get('readOnly') !== true)
      return part === null ? [] : [{ at: place, property, pointer: schema.pointer }]
    return leaksIn(document, schema, part, place, depth + 1)
  })
  return [...found, ...revealed]
}

/** Members that the schema does not have, named after a secret that is `writeOnly` in a request: the `password` of an account. */
function secretsIn(
  document: Document,
  declared: ReadonlyMap<string, SchemaNode>,
  value: JsonObject,
  at: string,
): readonly Leak[] {
  return [...getOrInsertComputed(secrets, document, () => secretsSent(document))].flatMap(
    ([property, pointer]) => {
      const part = Object.hasOwn(value, property) && !declared.has(property) ? value[property] : undefined
      const isShown = typeof part === 'string' && part !== '' && !masked.test(part)
      return isShown ? [{ at: appendPointer(at, property), property, pointer }] : []
    },
  )
}

/** `***`, `••••1234`, `sk_…`, `[REDACTED]` */
const masked = /\*\*|••|xxx|…|\.\.\.|redacted|hidden|masked/i

const secrets = new WeakMap<Document, ReadonlyMap<string, Pointer>>()

/** The secrets that clients send and that are `writeOnly`, by their names. */
const secretsSent = (document: Document): ReadonlyMap<string, Pointer> =>
  new Map(
    operationsOf(document).operations.flatMap((operation) => {
      const schema = bodySchema(operation)
      return [...(schema ? possiblePropertiesOf(document, schema) : [])].flatMap(([name, node]) =>
        isSecretName(name) && keywordsOf({ document }, node).get('writeOnly') === true
          ? [[name, node.pointer] as const]
          : [],
      )
    }),
  )
