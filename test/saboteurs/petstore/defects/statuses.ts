import { withHeaders } from '../../shared/edits.ts'
import { reply } from '../../shared/exchange.ts'
import { textOf } from '../../shared/json.ts'
import { key } from '../server/state.ts'
import { foundBy, wrapHandler, editReply, editReplyWithStatus, type Defect, type Sabotage } from './tools.ts'

const crash = (): never => {
  throw new Error('The store crashed.')
}

const crashOnMalformed: Sabotage = ({ parts: { codec } }) => {
  const { parse } = codec
  codec.parse = (text, call) => {
    try {
      return parse(text, call)
    } catch (error) {
      return call.operationId === 'createCategory' && error instanceof SyntaxError
        ? crash()
        : parse(text, call)
    }
  }
}

export const statusDefects: readonly Defect[] = [
  ...foundBy('server-error', [
    [
      'createPet',
      'long-name-crashes',
      'A name of 100 characters crashes the store.',
      wrapHandler('createPet', (values, state, healthy) =>
        textOf(values.body['name']).length >= 100 ? crash() : healthy(values, state),
      ),
    ],
    [
      'createCategory',
      'malformed-json-crashes',
      'A body that is not JSON crashes the store.',
      crashOnMalformed,
    ],
    [
      'getCategory',
      'huge-id-crashes',
      'An id beyond 2^53 that is unknown crashes the store.',
      wrapHandler('getCategory', ({ path }, state, healthy) => {
        const id = path['categoryId']
        return typeof id === 'bigint' && !state.categories.has(key(id))
          ? crash()
          : healthy({ path, query: {}, header: {}, body: {} }, state)
      }),
    ],
    [
      'getInventoryItem',
      'unknown-id-crashes',
      'An unknown pet crashes the store.',
      wrapHandler('getInventoryItem', (values, state, healthy) =>
        !state.pets.has(key(values.path['petId'])) ? crash() : healthy(values, state),
      ),
    ],
    [
      'updatePet',
      'empty-body-crashes',
      'A request without a body crashes the store.',
      editReply('updatePet', (original, call) => (call.body?.length === 0 ? crash() : original)),
    ],
  ]),
  ...foundBy('status-declared', [
    [
      'createCategory',
      'created-with-200',
      'A new category is answered with 200.',
      editReplyWithStatus('createCategory', 201, (original) => ({ ...original, status: 200 })),
    ],
    [
      'deletePet',
      'deleted-with-200',
      'A deleted pet is answered with 200 and a message.',
      editReplyWithStatus('deletePet', 204, () => reply(200, { message: 'Deleted.' })),
    ],
    [
      'updateOrder',
      'updated-with-202',
      'A changed order is answered with 202.',
      editReplyWithStatus('updateOrder', 200, (original) => ({ ...original, status: 202 })),
    ],
  ]),
  ...foundBy('no-content', [
    [
      'deletePet',
      'no-content-with-length',
      '204 to a deletion has a Content-Length.',
      editReplyWithStatus('deletePet', 204, (original) => withHeaders(original, { 'Content-Length': '0' })),
    ],
    [
      'cancelOrder',
      'cancelled-with-length',
      '204 to a cancellation has a Content-Length.',
      editReplyWithStatus('cancelOrder', 204, (original) => withHeaders(original, { 'Content-Length': '0' })),
    ],
  ]),
]
