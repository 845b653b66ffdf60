import type { Sabotage } from '../../document-service/sabotage.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Patron, State } from '../server/state.ts'
import { foundBy, inData, tools, type LibraryDefect } from './tools.ts'

/** Stores what an update has not sent, or answers with another patron than the one that is stored. */
const onUpdate = (more: JsonObject, shown = (_: Patron, after: Patron): Patron => after): Sabotage<State> =>
  tools.wrapHandler('updatePatron', (values, context, healthy) => {
    const { patronId = '' } = values.path
    const before = context.state.patrons.get(patronId)
    const answered = healthy(values, context)
    const after = context.state.patrons.get(patronId)
    if (!before || !after || answered.status !== 200) return answered
    const stored = { ...after, ...more }
    context.state.patrons.set(patronId, stored)
    return { ...answered, body: { data: shown(before, stored) } }
  })

/** Defects of responses that show something else than what is stored, and of updates that store more than they are sent. */
export const storedDefects: readonly LibraryDefect[] = [
  ...foundBy('update-visible', [
    [
      'updatePatron',
      'former-patron',
      'The response to an update shows the patron as it was before.',
      onUpdate({}, (before) => before),
    ],
    [
      'updatePatron',
      'unblocked-by-update',
      'An update of a blocked patron ends the blocking.',
      onUpdate({ blockedAt: null }),
    ],
  ]),
  ...foundBy('created-readable', [
    [
      'createPatron',
      'other-name-answered',
      'The response to the creation of a patron shows another name than the one that is stored.',
      tools.editReply(
        'createPatron',
        inData((patron) => ({ ...patron, name: 'New patron' })),
      ),
    ],
  ]),
]
