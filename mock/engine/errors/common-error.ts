import type { MediaType } from '../../../spec/document.ts'
import { concreteType, isJsonType, isXmlType } from '../../../spec/http/media-type.ts'
import { stringifyJson, type Json } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { keywordOf, resolveRef } from '../../../spec/schemas/subschemas.ts'
import { enumValues } from '../../../spec/schemas/types.ts'
import type { ErrorFacts } from './error-facts.ts'
import type { ErrorWriterOptions } from './error-format.ts'

const mediaCache = new WeakMap<readonly MediaType[], readonly MediaType[]>()

/** The media types that errors can be written in: JSON before XML before text. */
export function errorMedia(content: readonly MediaType[]): readonly MediaType[] {
  const known = mediaCache.get(content)
  if (known !== undefined) return known
  const kinds = [isJsonType, isXmlType, (type: string) => type.startsWith('text/')]
  const found = [...new Set(kinds.flatMap((is) => content.filter(({ type }) => is(concreteType(type)))))]
  mediaCache.set(content, found)
  return found
}

/** The media type whose schema is the most common one among the document's error responses. */
export function commonError({ document, operations }: ErrorWriterOptions): MediaType | undefined {
  const counts = new Map<string, { readonly media: MediaType; count: number }>()
  for (const { responses } of operations) {
    for (const { status, content } of responses) {
      const [media] = /^(?:[45]|default)/.test(status) ? errorMedia(content) : []
      if (media?.schema === undefined) continue
      const { pointer, schema } = resolveRef(document, media.schema)
      const key = pointer.startsWith('#/components/') ? pointer : stringifyJson(schema as Json)
      const known = counts.get(key) ?? { media, count: 0 }
      counts.set(key, { ...known, count: known.count + 1 })
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.media
}

/** Whether a schema is not one of errors with another status: `status: {const: 404}`. */
export function allowsStatus(
  { document, validator }: ErrorWriterOptions,
  { schema }: MediaType,
  { status }: ErrorFacts,
): boolean {
  return [...(schema ? possiblePropertiesOf(document, schema) : [])].every(
    ([name, node]) =>
      !/^(?:status|code)(?:_?code)?$/i.test(name) ||
      ![keywordOf(document, node, 'const'), ...enumValues(document, node)].some(isStatus) ||
      validator.of(node, 'response').accepts(status) ||
      validator.of(node, 'response').accepts(String(status)),
  )
}

const isStatus = (value: unknown): boolean => /^[1-5]\d\d$/.test(String(value))
