import type { Document } from '../../document.ts'
import { operationsOf } from '../../operations.ts'
import type { Resource } from '../../resources.ts'
import { acceptedBy } from '../bodies/accepted-schema.ts'
import type { RecordWrite } from '../constraints/unique-keys.ts'

/** The operation that creates the records of a resource, and the schema of the record in its request body. */
export function recordCreation(document: Document, resource: Resource): RecordWrite | undefined {
  const creation = resource.operations.find(({ role }) => role === 'create')
  const operation = creation && operationsOf(document).byId.get(creation.operationId)
  const sent = creation && operation && acceptedBy(document, operation, creation, resource.nesting)
  return operation && sent ? { operation, sent } : undefined
}
