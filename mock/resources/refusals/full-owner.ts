import { noneLeft } from '../../../spec/inference/numbers/described-capacities.ts'
import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { referencedNoun } from '../../../spec/inference/references/names.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { refuse } from '../../behaviour.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { nounOf } from '../identity/identity.ts'
import { numberingOf } from '../identity/numbering.ts'
import { describedRoom, isFull, roomCalled, roomIdOf } from '../relations/room.ts'
import { writtenRecord } from './written-record.ts'

const full =
  / (?:the|this|that|an?) (?<noun>\w+(?: \w+)?) (?:(?:is|ha been) (?:already |fully )?(?:full|booked out|sold out|fully booked)|ha (?:already )?reached (?:it|the) (?<limit>\w+(?: \w+)*)) /

/**
 * Refuses a record for which there is no room, be it new or moved: "409 if the workshop is full", "The column has reached its limit".
 * Undefined where the document says nothing of the kind.
 */
export function fullOwner(endpoint: Endpoint): WriteCheck | undefined {
  const { options, resource, operation, declared, accepted } = endpoint
  if (operation.role === 'delete') return undefined
  const place = numberingOf(options, resource)?.property
  // How many places one record takes may be sent with it.
  const isCounted = [...(accepted ? possiblePropertiesOf(options.document, accepted) : [])].some(
    ([name, node]) =>
      name !== place && isNumeric(typesOf(options.document, node)) && referencedNoun(name) === undefined,
  )
  const [stated] = refusalStatements(declared).flatMap(({ sentence, status }) => {
    const { noun, limit } = full.exec(sentence)?.groups ?? {}
    const isAbout = noun !== undefined || noneLeft.test(sentence)
    const room = isAbout ? roomCalled(options, resource, noun, limit) : undefined
    return room ? [{ room, status }] : []
  })
  const described = operation.role === 'create' ? describedRoom(options, declared, resource) : undefined
  const room = described ?? stated?.room
  const status = declaredStatus(declared, [described?.status, stated?.status, 409, 422])
  if (!room || isCounted || status === undefined) return undefined
  return async (context) => {
    const { before, record } = await writtenRecord(endpoint, context)
    const isThere =
      before &&
      roomIdOf(room, before, context.scope) === roomIdOf(room, { ...before, ...record }, context.scope)
    return !isThere && (await isFull(endpoint, room, context, record))
      ? refuse(status, 'full', `The ${nounOf(room.owner)} is full.`)
      : undefined
  }
}
