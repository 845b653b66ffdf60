import type { Document } from '../../../spec/document.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Wrap } from '../options.ts'

/**
 * Creates the function that gives behaviours what clients send in the query as the body that is supposed for it.
 * @param given the document without such bodies
 */
export function createAsking(given: Document, document: Document): Wrap {
  const { byId } = operationsOf(given)
  return (operation, behaviour) => {
    const schema = byId.get(operation.id)?.requestBody ? undefined : requestSchema(operation)
    if (!schema) return behaviour
    const names = possiblePropertiesOf(document, schema)
    return (context) => {
      const { request } = context
      if (request.body !== undefined) return behaviour(context)
      const body = Object.fromEntries(Object.entries(request.query).filter(([name]) => names.has(name)))
      return behaviour({ ...context, request: { ...request, body } })
    }
  }
}
