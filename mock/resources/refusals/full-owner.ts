import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { referencedNoun } from '../../../spec/inference/references/names.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { refuse } from '../../behaviour.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { nounOf, sentRecord } from '../identity/identity.ts'
import { describedRoom, isFull, roomCalled } from '../relations/room.ts'

const full =
  / (?:the|this|that|an?) (?<noun>\w+(?: \w+)?) (?:is|ha been) (?:already |fully )?(?:full|booked out|sold out|fully booked) /

/** Refuses a record for which there is no room: "409 if the workshop is full". Undefined where the document says nothing of the kind. */
export function fullOwner(endpoint: Endpoint): WriteCheck | undefined {
  const { options, resource, operation, declared, accepted } = endpoint
  if (operation.role !== 'create') return undefined
  // How many places one record takes may be sent with it.
  const isCounted = [...(accepted ? possiblePropertiesOf(options.document, accepted) : [])].some(
    ([name, node]) => isNumeric(typesOf(options.document, node)) && referencedNoun(name) === undefined,
  )
  const [stated] = refusalStatements(declared).flatMap(({ sentence, status }) => {
    const noun = full.exec(sentence)?.groups?.['noun']
    const room = noun === undefined ? undefined : roomCalled(options, resource, noun)
    return room ? [{ room, status }] : []
  })
  const described = describedRoom(options, declared, resource)
  const room = described ?? stated?.room
  const status = declaredStatus(declared, [described?.status, stated?.status, 409, 422])
  if (!room || isCounted || status === undefined) return undefined
  return async (context) =>
    (await isFull(endpoint, room, context, sentRecord(operation, context.request) ?? {}))
      ? refuse(status, 'full', `The ${nounOf(room.owner)} is full.`)
      : undefined
}
