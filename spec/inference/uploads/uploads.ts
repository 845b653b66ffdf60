import type { Document, MediaType, Operation, SchemaNode } from '../../document.ts'
import { parseMediaType } from '../../http/media-type.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { successResponse } from '../bodies/content.ts'

/** The part of a request that holds the content of a file. */
export interface Upload {
  /** The property of a form; undefined if the body is the content. */
  readonly part: string | undefined
}

/** The file in an operation's request: a binary property of a form, or a body that is no form, JSON or XML. */
export function uploadOf(document: Document, { requestBody }: Operation): Upload | undefined {
  for (const media of requestBody?.content ?? []) {
    if (isBinary(document, media)) return { part: undefined }
    if (!/^multipart\//i.test(media.type) || !media.schema) continue
    const properties = [...possiblePropertiesOf(document, media.schema)]
    const file = properties.find(([, node]) => isBinarySchema(document, node))
    if (file) return { part: file[0] }
  }
  return undefined
}

/** Whether an operation responds with the content of a file. */
export function isDownload(document: Document, operation: Operation): boolean {
  const content = successResponse(operation)?.content ?? []
  return operation.method === 'GET' && content.some((media) => isBinary(document, media))
}

/** Whether content of a media type is bytes: its schema says so, or its type is one of files and there is no schema. */
function isBinary(document: Document, { type, schema }: MediaType): boolean {
  const { type: kind, subtype } = parseMediaType(type) ?? { type: '*', subtype: '*' }
  if (/^(?:multipart)$/.test(kind) || /(?:^|\+)(?:json|xml)$|^x-www-form-urlencoded$/.test(subtype))
    return false
  return schema ? isBinarySchema(document, schema) : isOfFiles(type)
}

/** Whether a media type is one of files that are no text. */
function isOfFiles(mediaType: string): boolean {
  const { type: kind, subtype } = parseMediaType(mediaType) ?? { type: '*', subtype: '*' }
  const isText = /(?:^|\+)(?:json|xml)$/.test(subtype)
  return (
    (/^(?:image|audio|video|font)$/.test(kind) && !isText) || /^(?:octet-stream|pdf|zip|gzip)$/.test(subtype)
  )
}

/** Whether a schema describes bytes: text that encodes some is none (JSON Schema Validation §8.3). */
function isBinarySchema(document: Document, node: SchemaNode): boolean {
  const [format, mediaType, encoding] = ['format', 'contentMediaType', 'contentEncoding'].map((name) =>
    keywordOf(document, node, name),
  )
  const isFile = typeof mediaType === 'string' && isOfFiles(mediaType) && encoding === undefined
  return format === 'binary' || isFile
}
