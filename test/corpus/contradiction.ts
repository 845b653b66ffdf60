import type { Document, MediaType, Operation, SchemaNode } from '../../spec/document.ts'
import { toPattern } from '../../spec/patterns/pattern.ts'
import type { View } from '../../spec/schema.ts'
import { hasFlag, itemsOf, propertiesOf, requiredOf } from '../../spec/schemas/properties.ts'
import { partsOf, resolveRef, subschema } from '../../spec/schemas/subschemas.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import { isObject, own } from '../../spec/util/object.ts'

/**
 * Returns why no value satisfies a request or response schema, if it can be proved: a required property is forbidden by
 * `additionalProperties: false` in a schema that does not declare it, as in an `allOf` (JSON Schema 2020-12 §10.3.2.3).
 */
export function contradictionOf(
  document: Document,
  { requestBody, responses }: Operation,
  failure: string,
): string | undefined {
  if (failure.startsWith('no request: body')) return inEach(document, requestBody?.content ?? [], 'request')
  if (!failure.startsWith('invalid body')) return undefined
  const success = responses.filter(({ status }) => status.startsWith('2'))
  return inEach(
    document,
    success.flatMap(({ content }) => content),
    'response',
  )
}

/** The contradiction of the first media type, if every media type has one. */
function inEach(document: Document, content: readonly MediaType[], view: View): string | undefined {
  const contradictions = content.map(
    ({ schema }) => schema && contradictionIn(document, schema, view, new Set()),
  )
  return contradictions.includes(undefined) ? undefined : contradictions[0]
}

function contradictionIn(
  document: Document,
  node: SchemaNode,
  view: View,
  visited: Set<string>,
): string | undefined {
  const target = resolveRef(document, node)
  if (visited.has(target.pointer)) return undefined
  visited.add(target.pointer)
  const inside = (node: SchemaNode | undefined): string | undefined =>
    node && contradictionIn(document, node, view, visited)
  const parts = partsOf(document, target, ['allOf'])
  for (const part of parts) {
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = own(part.schema, keyword)
      if (!Array.isArray(branches) || branches.length === 0) continue
      const contradictions = branches.map((_, index) => inside(subschema(part, keyword, index)))
      if (!contradictions.includes(undefined)) return contradictions[0]
    }
  }
  if (isNothingBut('array', document, target, parts)) {
    const isFilled = parts.some(({ schema }) => Number(own(schema, 'minItems') ?? 0) > 0)
    return isFilled ? inside(itemsOf(document, target)) : undefined
  }
  if (!isNothingBut('object', document, target, parts)) return undefined
  const properties = propertiesOf(document, target)
  const isSent = (name: string): boolean => {
    const property = properties.get(name)
    return !property || !hasFlag(document, property, view === 'request' ? 'readOnly' : 'writeOnly')
  }
  const required = [...requiredOf(document, target)].filter(isSent)
  for (const part of parts) {
    const name = required.find((property) => isForbidden(part, property))
    if (name !== undefined)
      return `'${name}' is required, which additionalProperties: false at ${part.pointer} forbids.`
  }
  for (const name of required) {
    const contradiction = inside(properties.get(name))
    if (contradiction !== undefined) return contradiction
  }
  return undefined
}

function isNothingBut(
  type: 'object' | 'array',
  document: Document,
  target: SchemaNode,
  parts: readonly SchemaNode[],
): boolean {
  const types = typesOf(document, target)
  return types.size === 1 && types.has(type) && parts.some(({ schema }) => own(schema, 'type') === type)
}

function isForbidden({ schema }: SchemaNode, name: string): boolean {
  if (own(schema, 'additionalProperties') !== false) return false
  const [properties, patterns] = [own(schema, 'properties'), own(schema, 'patternProperties')]
  if (own(properties, name) !== undefined) return false
  return !Object.keys(isObject(patterns) ? patterns : {}).some((pattern) => toPattern(pattern)?.test(name))
}
