import type { Document, Operation } from '../../../document.ts'
import type { Reference, Resource } from '../../../resources.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { enumValues } from '../../../schemas/types.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../../prose/words.ts'
import { recordCreation } from '../../records/record-creation.ts'
import { actionWords } from '../action-outcome.ts'
import { referencedStates } from '../refusals/referenced-states.ts'
import { participlesFor } from '../words/verb-forms.ts'
import type { EffectOnOther } from './effects-on-others.ts'

const isFree = /^(?:available|free|idle|vacant|in stock)$/
/** What something is whatever takes it up. */
const isTaken =
  /^(?:in use|occupied|taken|busy|unavailable|checked out|borrowed|lent|rented|booked|reserved)$/
const ending =
  /^(?:return|end|finish|complete|close|cancel|release|check ?out|stop|terminate|reject|decline|expire)\b/

/** What becomes of a record that another one takes up, if it is in a certain state before. */
export type OccupyingEffect = EffectOnOther & { readonly from: string }

/**
 * What operations do to the records that those of a resource take up as long as they last. These have to be available when one is
 * created, "409 if the copy is not available", and have a state that is named after it: `on_loan` of a loan. What ends it makes them available again.
 */
export function occupyingEffects(
  document: Document,
  operation: Operation,
  resource: Resource,
  resources: readonly Resource[],
): readonly OccupyingEffect[] {
  const creation = recordCreation(document, resource)?.operation
  if (!creation || (operation !== creation && !ending.test(actionWords(operation).join(' ')))) return []
  return occupations(document, creation, resource, resources).map(({ reference, property, free, taken }) =>
    operation === creation
      ? { reference, property, from: free, change: { to: taken } }
      : { reference, property, from: taken, change: { to: free } },
  )
}

interface Occupation {
  readonly reference: Reference
  /** The property of the other record with its state. */
  readonly property: string
  readonly free: string
  readonly taken: string
}

function occupations(
  document: Document,
  creation: Operation,
  { name, references }: Resource,
  resources: readonly Resource[],
): readonly Occupation[] {
  const noun = singularNounOf(name).split(' ').at(-1) ?? ''
  const participles = participlesFor(noun)
  const isOwn = (state: string): boolean =>
    singularWordsOf(state).split(' ').at(-1) === noun || participles.includes(wordsOf(state).join(''))
  return referencedStates(document, creation, references, resources).flatMap(
    ({ reference, property, refused }) => {
      const other = resources.find((each) => each.name === reference.resource)
      const node = other && possiblePropertiesOf(document, other.record).get(property)
      const values = (node ? enumValues(document, node) : []).filter((each) => typeof each === 'string')
      const [free = '', ...others] = values.filter((each) => !refused.includes(each))
      if (others.length > 0 || !isFree.test(wordsIn(free))) return []
      const own = values.filter(isOwn)
      const [taken, ...more] = own.length > 0 ? own : values.filter((each) => isTaken.test(wordsIn(each)))
      return taken === undefined || more.length > 0 ? [] : [{ reference, property, free, taken }]
    },
  )
}

const wordsIn = (state: string): string => wordsOf(state).join(' ')
