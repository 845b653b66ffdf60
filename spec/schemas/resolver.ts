import type { Document, MediaType } from '../document.ts'
import type { Resolve } from '../parameters/shape.ts'
import { resolveRef } from './subschemas.ts'

const documents = new WeakMap<MediaType, Document>()

/** Remembers the document that a media type was read from. */
export function belongsTo(mediaType: MediaType, document: Document): MediaType {
  documents.set(mediaType, document)
  return mediaType
}

/** Follows `$ref`s of a document's schemas. */
export function resolverIn(document: Document): Resolve {
  return (node) => resolveRef(document, node).schema
}

/** Follows `$ref`s of a media type's schema; of one that belongs to no document they stay as they are. */
export function resolverOf(mediaType: MediaType): Resolve {
  const document = documents.get(mediaType)
  return document === undefined ? (node) => node.schema : resolverIn(document)
}
