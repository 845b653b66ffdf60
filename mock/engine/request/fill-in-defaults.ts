import type { Document } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { appendPointer, pointerTokens } from '../../../spec/json/pointer.ts'
import { follow, valueAt } from '../../../spec/reading/refs.ts'
import type { RequestReader, RequestValues } from '../../../spec/request.ts'
import { own } from '../../../spec/util/object.ts'
import type { Issue } from '../../../spec/validate.ts'
import { withMember } from '../../resources/responses/member.ts'

/**
 * Has a reader accept requests without what is `required` but has a `default`, as servers do that generate such documents: they fill
 * the default in before they validate.
 */
export function fillInDefaults(document: Document, read: RequestReader): RequestReader {
  return (request, params) => {
    const reading = read(request, params)
    if (reading.kind !== 'read' || reading.issues.length === 0) return reading
    const missing = reading.issues.map((issue) => [issue, defaultOf(document, issue)] as const)
    const issues = reading.issues.filter((_, index) => missing[index]?.[1] === undefined)
    if (issues.length === reading.issues.length) return reading
    const values = missing.reduce(
      (filled, [issue, value]) => (value === undefined ? filled : withValue(filled, issue, value)),
      reading.values,
    )
    return { ...reading, values, issues }
  }
}

/** The default of what an issue says is missing. */
function defaultOf(document: Document, { in: place, keyword, path, schema }: Issue): Json | undefined {
  if (keyword !== 'required' || !schema.endsWith('/required')) return undefined
  const holder = schema.slice(0, -'/required'.length)
  const pointer =
    place === 'body'
      ? appendPointer(`${holder}/properties`, pointerTokens(path).at(-1) ?? '')
      : `${holder}/schema`
  const node = follow(document, { value: valueAt(document, pointer), pointer })?.value
  return own(node, 'default') as Json | undefined
}

/** Parameters that were not sent have their defaults already. */
function withValue(values: RequestValues, { in: place, path }: Issue, value: Json): RequestValues {
  const { body } = values
  return place !== 'body' || body === undefined || body instanceof Uint8Array
    ? values
    : { ...values, body: withMember(body, { path: pointerTokens(path), value }) }
}
