import { ignoreParameters } from '../../document-service/common-sabotages.ts'
import { editSuccess } from '../../document-service/reply-edits.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { omit } from '../../shared/edits.ts'
import { reply } from '../../shared/exchange.ts'
import type { Json } from '../../shared/json.ts'
import { pinOf } from '../server/patrons.ts'
import type { Patron, State } from '../server/state.ts'
import { foundBy, inData, tools, type LibraryDefect } from './tools.ts'

const { wrapHandler } = tools

/** Removes a property of each patron that is deleted. */
const wipeOnDelete = (name: string): Sabotage<State> =>
  wrapHandler('deletePatron', (values, context, healthy) => {
    const answered = healthy(values, context)
    const patron = context.state.patrons.get(values.path['patronId'] ?? '')
    if (answered.status === 204 && patron) context.state.patrons.set(patron.id, omit(patron, name))
    return answered
  })

/** Answers correctly, but stores other interests of the patron. */
const storeInterests = (
  operationId: string,
  interests: (before: readonly string[], genre: string) => readonly string[],
): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const { patronId = '', genre = '' } = values.path
    const before = context.state.patrons.get(patronId)
    const answered = healthy(values, context)
    if (before && answered.status === 200)
      context.state.patrons.set(patronId, { ...before, interests: interests(before.interests, genre) })
    return answered
  })

/** Answers correctly, but stores another `blockedAt` of the patron. */
const storeBlockedAt = (operationId: string, blockedAt: (before: Patron) => Json): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const { patronId = '' } = values.path
    const before = context.state.patrons.get(patronId)
    const answered = healthy(values, context)
    if (before && answered.status === 200)
      context.state.patrons.set(patronId, { ...before, blockedAt: blockedAt(before) })
    return answered
  })

/** Defects of the life of patrons, who can be restored. */
export const patronDefects: readonly LibraryDefect[] = [
  ...foundBy('restored', [
    [
      'restorePatron',
      'restored-undeleted',
      'Restoring a patron who is not deleted succeeds.',
      wrapHandler('restorePatron', (values, context, healthy) => {
        const patron = context.state.patrons.get(values.path['patronId'] ?? '')
        const answered = healthy(values, context)
        return answered.status === 409 ? { ...answered, status: 200, body: { data: patron! } } : answered
      }),
    ],
    [
      'restorePatron',
      'deleted-for-good',
      'A deleted patron cannot be restored.',
      wrapHandler('deletePatron', (values, context, healthy) => {
        const answered = healthy(values, context)
        if (answered.status === 204) context.state.patrons.delete(values.path['patronId'] ?? '')
        return answered
      }),
    ],
    [
      'restorePatron',
      'restored-unnoted',
      'A patron who is restored remains deleted.',
      wrapHandler('restorePatron', (values, context, healthy) => {
        const patron = context.state.patrons.get(values.path['patronId'] ?? '')
        const answered = healthy(values, context)
        if (patron) context.state.patrons.set(patron.id, patron)
        return answered
      }),
    ],
    ['restorePatron', 'notes-wiped', 'Restoring a patron loses the notes.', wipeOnDelete('notes')],
    [
      'listPatrons',
      'deleted-hidden',
      'includeDeleted=true does not list deleted patrons.',
      ignoreParameters('listPatrons', 'includeDeleted'),
    ],
    [
      'listPatrons',
      'deleted-shown',
      'Deleted patrons are listed without includeDeleted.',
      tools.editValues('listPatrons', (values) => ({
        ...values,
        query: { ...values.query, includeDeleted: true },
      })),
    ],
  ]),
  ...foundBy('relation', [
    [
      'addInterest',
      'interest-unnoted',
      'An added interest is not stored.',
      storeInterests('addInterest', (before) => before),
    ],
    [
      'addInterest',
      'interest-twice',
      'An interest that is added twice is listed twice.',
      storeInterests('addInterest', (before, genre) => [...before, genre]),
    ],
    [
      'removeInterest',
      'interest-stays',
      'A removed interest remains.',
      storeInterests('removeInterest', (before) => before),
    ],
    [
      'removeInterest',
      'interest-forgotten-again',
      'Removing an interest that the patron lacks succeeds.',
      wrapHandler('removeInterest', (values, context, healthy) => {
        const answered = healthy(values, context)
        const patron = context.state.patrons.get(values.path['patronId'] ?? '')
        return answered.status === 404 && patron ? reply(200, { data: patron }) : answered
      }),
    ],
  ]),
  ...foundBy('shown-once', [
    [
      'getPatron',
      'pin-shown',
      'A patron is returned with the PIN, which only the creation may show.',
      tools.editReply(
        'getPatron',
        inData((patron) => ({ ...patron, pin: pinOf(patron as Patron) })),
      ),
    ],
    [
      'listPatrons',
      'pins-listed',
      'Patrons are listed with their PINs, which only the creation may show.',
      tools.editReply(
        'listPatrons',
        editSuccess((body) => ({
          ...body,
          data: (body['data'] as readonly Patron[]).map((patron) => ({ ...patron, pin: pinOf(patron) })),
        })),
      ),
    ],
  ]),
  ...foundBy('changed-last', [
    [
      'updatePatron',
      'change-untimed',
      'The changedAt of an updated patron stays null.',
      wrapHandler('updatePatron', (values, context, healthy) => {
        const { patronId = '' } = values.path
        const before = context.state.patrons.get(patronId)
        const answered = healthy(values, context)
        const patron = context.state.patrons.get(patronId)
        if (!before || !patron || answered.status !== 200) return answered
        const data = { ...patron, changedAt: before['changedAt']! }
        context.state.patrons.set(patronId, data)
        return { ...answered, body: { data } }
      }),
    ],
  ]),
  ...foundBy('states', [
    [
      'blockPatron',
      'block-untimed',
      'The blockedAt of a blocked patron stays null.',
      storeBlockedAt('blockPatron', () => null),
    ],
    [
      'unblockPatron',
      'block-kept',
      'The blockedAt of an unblocked patron stays as it was.',
      storeBlockedAt('unblockPatron', ({ blockedAt = null }) => blockedAt),
    ],
  ]),
  ...foundBy('defaults', [
    [
      'createPatron',
      'nobody-may-reserve',
      'The default of mayReserve is false instead of true.',
      tools.editBody('createPatron', (body) => ({ mayReserve: false, ...body })),
    ],
  ]),
]
