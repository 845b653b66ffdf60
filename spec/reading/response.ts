import type { Link, Response } from '../document.ts'
import { refTarget, type Located } from '../json/refs.ts'
import { isObject, ownText } from '../util/object.ts'
import type { DocumentReader } from './document-reader.ts'
import { withoutErrorCodes } from './error-codes.ts'
import { readMediaTypes } from './media-type.ts'
import { readHeaders } from './parameter.ts'

/** Reads a Response Object under its key in `responses`; empty, with a problem, when the key is not a status. */
export function readResponse(reader: DocumentReader, key: string, located: Located): readonly Response[] {
  const status = /^[1-5]xx$/i.test(key) ? key.toUpperCase() : key
  if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status) || !isObject(located.value)) {
    if (!key.startsWith('x-')) {
      const message = `'${key}' is not a valid response: expected a status such as '200', '4XX' or 'default'.`
      reader.report('invalid-response', 'warning', message, located.pointer)
    }
    return []
  }
  const { text: description, errorCodes } = withoutErrorCodes(
    ownText(located.value, 'description') ?? '',
    status,
  )
  return [
    {
      status,
      description,
      errorCodes,
      headers: readHeaders(reader, located),
      content: readMediaTypes(reader, located),
      links: reader.members(located, 'links').map(([name, link]) => readLink(reader, name, link)),
      pointer: located.pointer,
    },
  ]
}

function readLink({ document }: DocumentReader, name: string, { value, pointer }: Located): Link {
  const node = value as Readonly<Record<string, unknown>>
  const operationRef = ownText(node, 'operationRef')
  const target = operationRef === undefined ? undefined : refTarget(document, operationRef)?.value
  return {
    name,
    operationId: ownText(node, 'operationId') ?? ownText(target, 'operationId'),
    parameters: isObject(node['parameters']) ? node['parameters'] : {},
    requestBody: node['requestBody'],
    pointer,
  }
}
