import { omit, withHeaders, withoutHeaders } from '../../shared/edits.ts'
import type { Wire } from '../../shared/exchange.ts'
import { refuse } from '../server/call.ts'
import type { OperationId } from '../server/inputs.ts'
import { allowed } from '../server/routes.ts'
import {
  editRequest,
  foundBy,
  editReply,
  editReplyWithStatus,
  editResponse,
  type Defect,
  type Sabotage,
} from './tools.ts'

/** Handles requests as if the client had not sent this header. */
const ignoreHeader = (operationId: OperationId, name: string): Sabotage =>
  editRequest(operationId, (call) => ({ ...call, headers: omit(call.headers, name) }))

const setAllow =
  (template: string, headers: Readonly<Record<string, string>>): Sabotage =>
  (store) => {
    const { answer } = store
    store.answer = (call, parts) => {
      const reply = answer(call, parts)
      return reply.status === 405 && call.template === template ? { ...reply, headers } : reply
    }
  }

const editHead = (operationId: OperationId, edit: (wire: Wire) => Wire): Sabotage =>
  editResponse(operationId, (wire, { method }) => (method === 'HEAD' ? edit(wire) : wire))

const editLocation = (operationId: OperationId, edit: (location: string) => string): Sabotage =>
  editReplyWithStatus(operationId, 201, (reply) =>
    withHeaders(reply, { Location: edit(reply.headers['Location'] ?? '') }),
  )

const constantTag: Sabotage = ({ parts }) => {
  const { tag } = parts
  parts.tag = (text, call) => (call.template === '/inventory/{petId}' ? '"constant"' : tag(text, call))
}

/** Lets requests for one operation pass without authentication. */
const skipAuthentication =
  (operationId: OperationId, mayPass: (authorization: string) => boolean): Sabotage =>
  ({ parts: { steps } }) => {
    const { authentication } = steps
    steps.authentication = (call, parts) => {
      const isLetThrough = call.operationId === operationId && mayPass(call.headers['authorization'] ?? '')
      return isLetThrough ? undefined : authentication(call, parts)
    }
  }

export const headerDefects: readonly Defect[] = [
  ...foundBy('response-headers', [
    [
      'createPet',
      'location-left-out',
      'A new pet is returned without a Location.',
      editReplyWithStatus('createPet', 201, (reply) => withoutHeaders(reply, 'Location')),
    ],
    [
      'listPets',
      'total-left-out',
      'The list of pets has no X-Total-Count.',
      editReplyWithStatus('listPets', 200, (reply) => withoutHeaders(reply, 'X-Total-Count')),
    ],
    [
      'listPets',
      'total-in-words',
      'X-Total-Count is not a number.',
      editReplyWithStatus('listPets', 200, (reply) => withHeaders(reply, { 'X-Total-Count': 'many' })),
    ],
    [
      'getOrder',
      'tag-without-quotes',
      'The ETag of an order has no quotes.',
      editResponse('getOrder', (wire) =>
        wire.status === 200 ? withHeaders(wire, { ETag: wire.headers['ETag']!.replaceAll('"', '') }) : wire,
      ),
    ],
  ]),
  ...foundBy('allow-on-405', [
    ['listPets', 'allow-left-out', '405 on /pets has no Allow.', setAllow('/pets', {})],
    [
      'getPet',
      'allow-lies',
      'Allow of 405 on a pet lists PUT.',
      setAllow('/pets/{petId}', { Allow: `${allowed('/pets/{petId}')}, PUT` }),
    ],
    [
      'listOrders',
      'allow-incomplete',
      'Allow of 405 on /store/orders lacks GET.',
      setAllow('/store/orders', { Allow: 'POST' }),
    ],
  ]),
  ...foundBy('location-resolves', [
    [
      'createPet',
      'location-misspelt',
      'The Location of a new pet is a path that does not exist.',
      editLocation('createPet', (to) => to.replace('pets', 'pet')),
    ],
    [
      'placeOrder',
      'location-of-nothing',
      'The Location of a new order leads to an unknown order.',
      editLocation('placeOrder', (to) => `${to}000`),
    ],
    [
      'createCategory',
      'location-of-another',
      'The Location of a new category leads to the first one.',
      editLocation('createCategory', () => '/categories/1'),
    ],
  ]),
  ...foundBy('head-agrees', [
    [
      'getCategory',
      'head-refused',
      'HEAD of a category is 404.',
      editHead('getCategory', (wire) => ({ ...wire, status: 404 })),
    ],
    [
      'getOrder',
      'head-without-tag',
      'HEAD of an order has no ETag.',
      editHead('getOrder', (wire) => withoutHeaders(wire, 'ETag')),
    ],
    [
      'listPets',
      'head-without-total',
      'HEAD of the pets has no X-Total-Count.',
      editHead('listPets', (wire) => withoutHeaders(wire, 'X-Total-Count')),
    ],
    [
      'getInventoryItem',
      'head-of-other-length',
      'HEAD of an inventory entry has another Content-Length.',
      editHead('getInventoryItem', (wire) => withHeaders(wire, { 'Content-Length': '2' })),
    ],
  ]),
  ...foundBy('conditional-request', [
    [
      'getCategory',
      'if-none-match-ignored',
      'If-None-Match is ignored.',
      ignoreHeader('getCategory', 'if-none-match'),
    ],
    [
      'updatePet',
      'if-match-ignored',
      'An update with an outdated If-Match is accepted.',
      ignoreHeader('updatePet', 'if-match'),
    ],
    [
      'cancelOrder',
      'if-match-ignored-by-delete',
      'A deletion with an outdated If-Match is accepted.',
      ignoreHeader('cancelOrder', 'if-match'),
    ],
    [
      'listOrders',
      'not-modified-without-tag',
      '304 does not repeat the ETag.',
      editResponse('listOrders', (wire) => (wire.status === 304 ? withoutHeaders(wire, 'ETag') : wire)),
    ],
    [
      'getInventoryItem',
      'tag-never-changes',
      'The ETag does not change with the inventory item.',
      constantTag,
    ],
    [
      'updateOrder',
      'if-match-always-fails',
      'An update with the current ETag in If-Match is refused.',
      editReply('updateOrder', (reply, call) =>
        call.headers['if-match'] === undefined
          ? reply
          : refuse(412, 'precondition_failed', 'The order has changed.'),
      ),
    ],
  ]),
  ...foundBy(
    'unauthorized',
    [
      [
        'listPets',
        'challenge-left-out',
        '401 has no WWW-Authenticate.',
        editReplyWithStatus('listPets', 401, (reply) => withoutHeaders(reply, 'WWW-Authenticate')),
      ],
      [
        'deleteCategory',
        'token-not-asked-for',
        'An operation works without a token.',
        skipAuthentication('deleteCategory', () => true),
      ],
      [
        'listInventory',
        'any-token-admitted',
        'Any bearer token is accepted.',
        skipAuthentication('listInventory', (authorization) => authorization.startsWith('Bearer ')),
      ],
    ],
    { auth: true },
  ),
]
