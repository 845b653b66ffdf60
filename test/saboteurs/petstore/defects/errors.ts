import { editObjects } from '../../shared/edits.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { textOf, type JsonObject } from '../../shared/json.ts'
import type { OperationId } from '../server/inputs.ts'
import { foundBy, editReplyWithStatus, type Defect, type Sabotage } from './tools.ts'

const errors = (
  operationId: OperationId,
  status: number,
  edit: (error: JsonObject) => JsonObject,
): Sabotage =>
  editReplyWithStatus(operationId, status, (original): Reply => ({
    ...original,
    body: editObjects(original.body, edit),
  }))

const stack =
  'TypeError: Cannot read properties of undefined\n    at getOrder (/srv/store/rules/orders.js:31:14)'

const textual405: Sabotage = (store) => {
  const { answer } = store
  store.answer = (call, parts) => {
    const original = answer(call, parts)
    const isOurs = original.status === 405 && call.template === '/categories'
    return isOurs ? reply(405, { error: 'Method Not Allowed' }, original.headers) : original
  }
}

export const errorDefects: readonly Defect[] = [
  ...foundBy('error-shape', [
    [
      'getOrder',
      'error-of-other-shape',
      '404 does not have the declared shape.',
      errors('getOrder', 404, () => ({ error: 'Not found' })),
    ],
    [
      'createPet',
      'error-with-other-status',
      'The status in the error differs from that of the response.',
      errors('createPet', 400, (error) => ({ ...error, status: 500 })),
    ],
    [
      'updateInventory',
      'error-status-as-string',
      'The status in the error is a string.',
      errors('updateInventory', 400, (error) => ({ ...error, status: textOf(error['status']) })),
    ],
    [
      'cancelOrder',
      'error-without-content',
      '409 has no content.',
      editReplyWithStatus('cancelOrder', 409, () => reply(409)),
    ],
    [
      'createCategory',
      'details-as-object',
      'The details of an error are an object instead of an array.',
      errors('createCategory', 400, (error) => ({ ...error, details: { name: 'is wrong' } })),
    ],
    ['listCategories', 'error-of-405', '405 does not have the declared shape.', textual405],
  ]),
  ...foundBy('information-leak', [
    [
      'getOrder',
      'stack-in-404',
      'A stack trace is in the message of 404.',
      errors('getOrder', 404, (error) => ({ ...error, message: stack })),
    ],
    [
      'createPet',
      'stack-in-400',
      'A stack trace is beside the message of 400.',
      errors('createPet', 400, (error) => ({ ...error, stack })),
    ],
  ]),
]
