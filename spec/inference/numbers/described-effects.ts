import type { Document, Operation } from '../../document.ts'
import type { Resource, ResourceModel } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { refusalStatements } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { anyOfWords, singularNounOf, singularWordsOf } from '../prose/words.ts'

/** How the creation of a record changes an amount of a record that it refers to: a payment lowers the balance of an account. */
export interface DescribedEffect {
  /** The property that refers to the other record. */
  readonly reference: string
  readonly resource: Resource
  /** The amount of the other record that changes. */
  readonly property: string
  /** The property of the new record by which it changes. */
  readonly amount: string
  readonly direction: 1 | -1
}

/** What a creation is refused for: too small an amount of a record that it refers to, or references to one and the same record. */
export interface EffectRefusals {
  readonly tooLow:
    | { readonly effect: Omit<DescribedEffect, 'direction'>; readonly status: number }
    | undefined
  readonly same: { readonly references: readonly [string, string]; readonly status: number } | undefined
}

const up = '(?:increase|raise|credit|add to)'
const down = '(?:decrease|lower|reduce|debit|deduct from|subtract from)'
const [goneUp, goneDown] = ['(?:increased|raised)', '(?:decreased|lowered|reduced)']

/** Words for the ends of a movement, by the first word of the properties that refer to them. */
const ends: Readonly<Record<string, string>> = {
  from: '(?:source|from|sending|sender|origin|paying|debited|first)',
  source: '(?:source|from|sending|origin)',
  to: '(?:target|destination|to|receiving|recipient|other|credited|second)',
  target: '(?:target|destination|to|receiving)',
  destination: '(?:target|destination|to|receiving)',
}

interface End {
  readonly reference: string
  readonly resource: Resource
  /** A pattern for the words by which a text means the record. */
  readonly words: string
}

/**
 * The effects that the description of a creation names: "Decreases the `balance` of the source account and increases the `balance`
 * of the target account by `amount`".
 */
export function describedEffects(
  document: Document,
  model: ResourceModel,
  resource: Resource,
  creation: Operation,
): readonly DescribedEffect[] {
  const own = [...possiblePropertiesOf(document, resource.record).keys()]
  const sentences = sentencesOf(creation)
  return endsOf(model, resource).flatMap(({ reference, resource: other, words }) =>
    [...possiblePropertiesOf(document, other.record).keys()].flatMap(
      (property): readonly DescribedEffect[] => {
        const part = `${singularWordsOf(property)} of (?:the |it |both )?${words}`
        const changed = new RegExp(
          ` (?:(?<up>${up})|${down}) (?:the |it )?${part} |(?:^ | the | it | and )${part} (?:is|are) (?:(?<raised>${goneUp})|${goneDown}) by `,
        )
        return sentences.flatMap((sentence) => {
          const match = changed.exec(sentence)
          const amount = match ? amountNamed(own, sentence) : undefined
          if (!match || amount === undefined) return []
          const direction = (match.groups?.['up'] ?? match.groups?.['raised']) === undefined ? -1 : 1
          return [{ reference, resource: other, property, amount, direction }]
        })
      },
    ),
  )
}

/** Whether an action gives back what a creation took: "Makes the units available again". */
export const givesBack = (action: Operation, { direction }: Pick<DescribedEffect, 'direction'>): boolean =>
  direction === -1 &&
  sentencesOf(action).some((sentence) => / (?:available|free|in stock) again /.test(sentence))

function amountNamed(own: readonly string[], sentence: string): string | undefined {
  const named = new RegExp(` by (?:the |it |this )?(${anyOfWords(own.map(singularWordsOf))}) `).exec(sentence)
  return own.find((name) => singularWordsOf(name) === named?.[1])
}

/** What the responses of a creation with {@link describedEffects} say it is refused for. */
export function effectRefusals(
  model: ResourceModel,
  resource: Resource,
  creation: Operation,
  effects: readonly DescribedEffect[],
): EffectRefusals {
  const statements = refusalStatements(creation)
  const lowered = effects.find(({ direction }) => direction === -1)
  const low = statements.find(({ sentence }) =>
    / (?:insufficient|not sufficient|not enough|too low|too small|too few|overdrawn|fewer \w+ (?:are|is) (?:available|left|free|in stock)) /.test(
      sentence,
    ),
  )
  const [one, other, ...others] = endsOf(model, resource)
  const noun = one ? singularNounOf(one.resource.name) : ''
  const alike = new RegExp(
    ` (?:both ${noun} (?:are|is) (?:the )?(?:same|identical|equal)|same ${noun} twice|${noun} (?:are|is) the same|to itself) `,
  )
  const same = statements.find(({ sentence }) => alike.test(sentence))
  return {
    tooLow: lowered && low && { effect: lowered, status: low.status },
    same:
      one && other && others.length === 0 && one.resource === other.resource && same
        ? { references: [one.reference, other.reference], status: same.status }
        : undefined,
  }
}

/** The records that those of a resource refer to by id. */
function endsOf({ resources }: ResourceModel, { name, references }: Resource): readonly End[] {
  const byId = references.filter((each) => each.idProperty === undefined && each.resource !== name)
  return byId.flatMap(({ property, resource: target }): readonly End[] => {
    const resource = resources.find((each) => each.name === target && each.scope.length === 0)
    if (!resource) return []
    const noun = singularNounOf(target)
    const isOnly = byId.filter((each) => each.resource === target).length === 1
    const [first = ''] = singularWordsOf(property).split(' ')
    const end = Object.hasOwn(ends, first) ? ends[first] : undefined
    if (!isOnly && end === undefined) return []
    return [{ reference: property, resource, words: isOnly ? noun : `${end ?? ''}(?: ${noun})?` }]
  })
}
