import { nounsOf } from '../../../spec/inference/prose/verb-nouns.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { actionWords } from '../../../spec/inference/states/action-outcome.ts'
import { isStateName } from '../../../spec/inference/states/words/state-properties.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { RequestValues } from '../../../spec/request.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Endpoint } from '../endpoint.ts'
import { sentRecord } from '../identity/identity.ts'

/** States that name what they wait for, `requires_confirmation`, and the one in which nothing more is needed: `succeeded`. */
interface Steps {
  readonly property: string
  readonly done: Json
  readonly waiting: readonly { readonly need: string; readonly state: Json }[]
}

const stepsOf = perObject(({ resource, options: { document } }: Endpoint): Steps | undefined => {
  for (const [property, node] of possiblePropertiesOf(document, resource.record)) {
    if (!isStateName(property)) continue
    const states = enumValues(document, node).filter((each) => typeof each === 'string')
    const waiting = states.flatMap((state) => {
      const [first = '', ...need] = wordsOf(state)
      return /^(?:requires?|needs?|awaiting|pending)$/.test(first) && need.length > 0
        ? [{ need: need.join(' '), state }]
        : []
    })
    const done =
      states.find((each) => /^(?:succeeded|successful|completed?|done|finished|processed)$/i.test(each)) ??
      states.slice(states.indexOf(waiting[0]?.state ?? '') + 1).find((each) => !failed.test(each))
    if (done !== undefined && waiting.length > 0) return { property, done, waiting }
  }
  return undefined
})

const failed = /cancel|reject|declin|den(?:y|ied)|fail|return|expire|void|error|requires?|needs?|awaiting/i

const spoken = (name: string): string => wordsOf(name).join(' ')

/** Whether a verb meets a need: `confirm` meets that of a `confirmation`. */
const meets = (verb: string, need: string): boolean => need === verb || nounsOf(verb).includes(need)

/** Whether clients have asked for a step to be taken by themselves: `capture_method: manual`. */
const isManual = (need: string, record: JsonObject): boolean =>
  ['method', 'mode'].some((noun) =>
    Object.entries(record).some(([name, value]) => spoken(name) === `${need} ${noun}` && value === 'manual'),
  )

const stateWithout = ({ waiting, done }: Steps, record: JsonObject, verb: string): Json =>
  waiting.find(({ need }) => isManual(need, record) && !meets(verb, need))?.state ?? done

/** Amounts that are the whole one in a state that names them: `amount_capturable` while it `requires_capture`. */
function amountsIn({ waiting }: Steps, record: JsonObject, state: Json): JsonObject {
  const need = waiting.find((each) => each.state === state)?.need
  const { amount } = record
  const among =
    need === undefined
      ? /^amount (?:received|captured)$/
      : new RegExp(`^amount ${need.replace(/e$/, '')}able$`)
  return Object.fromEntries(
    Object.keys(record).flatMap((name) => {
      const words = spoken(name)
      if (typeof amount !== 'number' || !/^amount (?:received|captured|\w+able)$/.test(words)) return []
      return [[name, among.test(words) ? amount : 0]]
    }),
  )
}

/** What an action changes that meets a need which states wait for: `confirm` leaves a payment `succeeded`, with what it was sent. */
export function stepTaken(endpoint: Endpoint, request: RequestValues, before: JsonObject): JsonObject {
  const steps = stepsOf(endpoint)
  const [verb = '', ...others] = actionWords(endpoint.declared)
  if (!steps || others.length > 0 || !steps.waiting.some(({ need }) => meets(verb, need))) return {}
  const sent = Object.entries(sentRecord(endpoint.operation, request) ?? {}).filter(([name]) =>
    Object.hasOwn(before, name),
  )
  const state = stateWithout(steps, before, verb)
  return { ...Object.fromEntries(sent), [steps.property]: state, ...amountsIn(steps, before, state) }
}

/** The state of a new record that needs nothing of what it was sent: with `confirm: true`, nor a confirmation. */
export function stepAtFirst(endpoint: Endpoint, sent: JsonObject): JsonObject {
  const { accepted, options } = endpoint
  const steps = stepsOf(endpoint)
  const settable =
    steps && accepted ? [...possiblePropertiesOf(options.document, accepted).keys()].map(spoken) : []
  const need = steps?.waiting[0]?.need ?? ''
  const demand = settable.find((name) => /^(?:require|need)s? /.test(name) && name.endsWith(` ${need}`))
  if (steps && demand !== undefined) {
    const isWanted = Object.entries(sent).some(([name, value]) => spoken(name) === demand && value === true)
    return { [steps.property]: isWanted ? (steps.waiting[0]?.state ?? steps.done) : steps.done }
  }
  if (!steps || !settable.includes(need)) return {}
  const given = new Set(Object.keys(sent).flatMap((name) => (sent[name] == null ? [] : spoken(name))))
  const isAsked = Object.keys(sent).some(
    (name) => sent[name] === true && steps.waiting.some(({ need }) => meets(spoken(name), need)),
  )
  const state = isAsked
    ? stateWithout(steps, sent, '')
    : steps.waiting.find(({ need }) => !given.has(need))?.state
  return state === undefined ? {} : { [steps.property]: state }
}
