import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { refuse } from '../../behaviour.ts'
import { stateAfter } from '../actions/state-transition.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { nounOf, sentRecord } from '../identity/identity.ts'
import { changedLevels, levelFor, numbersAfter, zeros } from '../relations/effects/levels.ts'
import { withComputed } from '../values/computed-values.ts'

const tooLow =
  / (?:negative|below (?:zero|0)|insufficient|not (?:enough|sufficient)|exceed|(?:less|more|fewer) than .*available|out of stock) /

/** Refuses to take more than there is: "409 when less than the requested quantity is available". */
export function beyondLevel(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, operation } = endpoint
  const levels = operation.role === 'create' ? changedLevels(endpoint) : []
  if (levels.length === 0) return undefined
  const stated = refusalStatements(declared).find(({ sentence }) => tooLow.test(sentence))
  const isStated = stated !== undefined || sentencesOf(declared).some((sentence) => tooLow.test(sentence))
  const status = declaredStatus(declared, [stated?.status, 409, 422, 400])
  if (status === undefined) return undefined
  return async ({ request, store }) => {
    const sent = sentRecord(operation, request) ?? {}
    const record = { ...sent, ...stateAfter(endpoint, sent) }
    for (const level of levels) {
      const { resource } = level
      const before = await levelFor(level, store, record)
      const numbers = numbersAfter(level, before, { before: undefined, record })
      const next = withComputed(options, resource, { ...zeros(endpoint, resource), ...before, ...numbers })
      const short = Object.entries(next).find(
        ([name, value]) => typeof value === 'number' && value < 0 && !(Number(before?.[name] ?? 0) < 0),
      )
      const isRefused =
        short && (isStated || !options.validator.of(resource.record, 'response').accepts(next))
      if (isRefused)
        return refuse(
          status,
          'too_low',
          `The ${short[0]} of the ${nounOf(resource)} is too low for this ${level.amount}.`,
        )
    }
    return undefined
  }
}
