import type { Operation } from '../../../spec/document.ts'
import { statusOf, successResponse } from '../../../spec/inference/bodies/content.ts'
import type { ResourceOperation } from '../../../spec/resources.ts'

/**
 * The role of an operation that acts on a record without being known as an action.
 *
 * @param parameters the path parameters that identify the record, the outermost first; empty if something else does
 * @param showsRecord whether its response is the record
 */
export const actionRole = (
  operation: Operation,
  parameters: readonly string[],
  showsRecord: boolean,
): ResourceOperation => ({
  role: 'action',
  operationId: operation.id,
  idParameter: parameters.at(-1),
  scope: parameters.slice(0, -1),
  within: [],
  requestPath: [],
  responsePath: showsRecord ? [] : undefined,
  status: statusOf(successResponse(operation)),
})
