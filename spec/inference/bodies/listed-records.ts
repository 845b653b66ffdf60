import type { Document, Operation } from '../../document.ts'
import { shownRecord, type Resource } from '../../resources.ts'
import { lastSegment } from '../references/names.ts'
import { responseSchema } from './content.ts'
import { findList, type BodyPart } from './envelope.ts'

/** Where the response of an operation lists records that may be of a resource; undefined if it has no list. */
export function listedRecords(
  document: Document,
  operation: Operation,
  resource: Resource,
): BodyPart | undefined {
  const body = responseSchema(operation)
  const hints = { name: lastSegment(resource.name), idParameter: undefined, record: shownRecord(resource) }
  return body && findList(document, body, hints)
}
