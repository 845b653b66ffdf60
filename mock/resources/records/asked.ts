import type { Document } from '../../../spec/document.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { isJsonObject } from '../../../spec/json.ts'
import { operationsOf } from '../../../spec/operations.ts'
import type { ResourceModel } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isOption } from '../../../spec/undescribed/option-names.ts'
import type { Wrap } from '../options.ts'

/**
 * Creates the function that gives behaviours what clients send in the query as the body that is supposed for it, or as more of the
 * record that they create: `POST /tasks?parent=7`.
 * @param given the document without such bodies
 */
export function createAsking(given: Document, document: Document, model: ResourceModel): Wrap {
  const { byId } = operationsOf(given)
  return (operation, behaviour) => {
    const schema = requestSchema(operation)
    const isSupposed = !byId.get(operation.id)?.requestBody
    if (!schema || (!isSupposed && model.roles.get(operation.id)?.operation.role !== 'create'))
      return behaviour
    const properties = possiblePropertiesOf(document, schema)
    const names = operation.parameters.flatMap(({ in: place, name }) =>
      place === 'query' && properties.has(name) && !isOption(name) ? [name] : [],
    )
    if (names.length === 0 && !isSupposed) return behaviour
    return (context) => {
      const { request } = context
      const sent = request.body instanceof Uint8Array ? undefined : request.body
      if (isSupposed ? request.body !== undefined : !isJsonObject(sent)) return behaviour(context)
      const asked = Object.entries(request.query).filter(([name]) => names.includes(name))
      const body = { ...Object.fromEntries(asked), ...(isJsonObject(sent) && sent) }
      return behaviour({ ...context, request: { ...request, body } })
    }
  }
}
