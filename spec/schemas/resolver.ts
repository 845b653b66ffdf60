import type { Document, MediaType } from '../document.ts'
import type { Resolve } from './shape.ts'
import { resolveRef } from './subschemas.ts'

const documents = new WeakMap<MediaType, Document>()

/** Records the document that a media type was read from. */
export function registerDocument(mediaType: MediaType, document: Document): MediaType {
  documents.set(mediaType, document)
  return mediaType
}

/** Resolves `$ref`s in the schemas of a document. */
export function documentResolver(document: Document): Resolve {
  return (node) => resolveRef(document, node).schema
}

/** Resolves `$ref`s in the schema of a media type; leaves them as they are if it was not read from a document. */
export function mediaTypeResolver(mediaType: MediaType): Resolve {
  const document = documents.get(mediaType)
  return document === undefined ? (node) => node.schema : documentResolver(document)
}
