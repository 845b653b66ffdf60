import { reply } from '../../shared/exchange.ts'
import { omit } from '../../shared/edits.ts'
import { editSuccess } from '../../document-service/reply-edits.ts'
import { ignoreParameters } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { pinOf } from '../server/patrons.ts'
import type { Patron, State } from '../server/state.ts'
import { foundBy, inData, tools, type LibraryDefect } from './tools.ts'

const { wrapHandler } = tools

/** Keeps nothing of a property of each patron that is deleted. */
const wipes = (name: string): Sabotage<State> =>
  wrapHandler('deletePatron', (values, context, healthy) => {
    const answered = healthy(values, context)
    const patron = context.state.patrons.get(values.path['patronId'] ?? '')
    if (answered.status === 204 && patron) context.state.patrons.set(patron.id, omit(patron, name))
    return answered
  })

/** Answers as it should, and leaves the patron with other interests. */
const leaves = (
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

/** What becomes of patrons. */
export const patronDefects: readonly LibraryDefect[] = [
  ...foundBy('restored', [
    [
      'restorePatron',
      'restored-undeleted',
      'A patron who is not deleted is restored.',
      wrapHandler('restorePatron', (values, context, healthy) => {
        const patron = context.state.patrons.get(values.path['patronId'] ?? '')
        const answered = healthy(values, context)
        return answered.status === 409 ? { ...answered, status: 200, body: { data: patron! } } : answered
      }),
    ],
    [
      'restorePatron',
      'deleted-for-good',
      'A patron is deleted for good, and cannot be restored.',
      wrapHandler('deletePatron', (values, context, healthy) => {
        const answered = healthy(values, context)
        if (answered.status === 204) context.state.patrons.delete(values.path['patronId'] ?? '')
        return answered
      }),
    ],
    [
      'restorePatron',
      'restored-unnoted',
      'A patron is restored, and stays deleted.',
      wrapHandler('restorePatron', (values, context, healthy) => {
        const patron = context.state.patrons.get(values.path['patronId'] ?? '')
        const answered = healthy(values, context)
        if (patron) context.state.patrons.set(patron.id, patron)
        return answered
      }),
    ],
    ['restorePatron', 'notes-wiped', 'A restored patron has lost the notes.', wipes('notes')],
    [
      'listPatrons',
      'deleted-hidden',
      'Deleted patrons are not listed where they are asked for.',
      ignoreParameters('listPatrons', 'includeDeleted'),
    ],
    [
      'listPatrons',
      'deleted-shown',
      'Deleted patrons are listed always.',
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
      'An interest is not noted.',
      leaves('addInterest', (before) => before),
    ],
    [
      'addInterest',
      'interest-twice',
      'An interest that is noted twice is there twice.',
      leaves('addInterest', (before, genre) => [...before, genre]),
    ],
    [
      'removeInterest',
      'interest-stays',
      'An interest is never forgotten.',
      leaves('removeInterest', (before) => before),
    ],
    [
      'removeInterest',
      'interest-forgotten-again',
      'An interest that nobody has is forgotten.',
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
      'The secret of a patron is shown to whoever reads.',
      tools.editReply(
        'getPatron',
        inData((patron) => ({ ...patron, pin: pinOf(patron as Patron) })),
      ),
    ],
    [
      'listPatrons',
      'pins-listed',
      'The secrets of patrons are listed.',
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
      'A patron who is changed is not said to be.',
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
  ...foundBy('defaults', [
    [
      'createPatron',
      'nobody-may-reserve',
      'A new patron may not reserve books, unless told otherwise.',
      tools.editBody('createPatron', (body) => ({ mayReserve: false, ...body })),
    ],
  ]),
]
