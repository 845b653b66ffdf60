import type { Document, Operation, SchemaNode } from '../../../../spec/document.ts'
import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { sentencesOf } from '../../../../spec/inference/prose/sentences.ts'
import { singularNounOf, singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { isArray, type Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf, type TypeName } from '../../../../spec/schemas/types.ts'
import type { BehaviourContext, Outcome } from '../../../behaviour.ts'
import { mapAfter, after, type MaybePromise } from '../../../maybe-promise.ts'
import { withMember } from '../../member.ts'
import type { CrudOptions } from '../../options.ts'

/** What a response lists: the values that a property of records has. */
interface InUse {
  /** Where the response lists them. */
  readonly path: readonly string[]
  /** The properties of each, if it is listed with the number of records that have it: `{name, count}`. */
  readonly shown: { readonly text: string; readonly count: string } | undefined
  /** Whether a response may list such a value. */
  readonly accepts: (text: string) => boolean
  /** Whether those that most records have come first, rather than in the order of the alphabet. */
  readonly isByCount: boolean
  readonly uses: readonly { readonly resource: Resource; readonly property: string }[]
}

/**
 * Sets the texts that a response lists to those that records have in the property that its path names: `GET /tags` lists the `tags` of all
 * articles, with or without the number of articles that have each. Undefined if the response lists nothing of the kind, or no records
 * have such a property.
 */
export function createSetInUse(
  options: CrudOptions,
  operation: Operation,
): ((outcome: Outcome, context: BehaviourContext) => MaybePromise<Outcome>) | undefined {
  const inUse = inUseOf(options, operation)
  if (!inUse) return undefined
  const { path, shown, accepts, isByCount, uses } = inUse
  return (outcome, { store }) => {
    const { body } = outcome.kind === 'ok' ? outcome : {}
    if (outcome.kind !== 'ok' || body === undefined) return outcome
    const lists = mapAfter(uses, ({ resource: { name }, property }) =>
      after(store.collection(name).list(), ({ items }) => items.flatMap((each) => textsIn(each[property]))),
    )
    return after(lists, (found) => {
      const counts = new Map<string, number>()
      for (const each of found.flat()) if (accepts(each)) counts.set(each, (counts.get(each) ?? 0) + 1)
      const byName = [...counts.keys()].sort()
      const ordered = isByCount
        ? byName.sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
        : byName
      const value = ordered.map((each) =>
        shown ? { [shown.text]: each, [shown.count]: counts.get(each) ?? 0 } : each,
      )
      return { ...outcome, body: withMember(body, { path, value }) }
    })
  }
}

const textsIn = (value: Json | undefined): readonly string[] =>
  (isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '') as string[]

const mostFirst =
  / most (?:used|common|popular|frequent|frequently used) (?:\w+ )?first | by (?:popularity|usage|frequency) /

function inUseOf({ document, model, validator }: CrudOptions, operation: Operation): InUse | undefined {
  const body = responseSchema(operation)
  const [only, ...others] = body ? possiblePropertiesOf(document, body) : []
  const list = only && others.length === 0 ? only[1] : body
  const items = list && itemsOf(document, list)
  const shown = items && countedText(document, items)
  const isText = items && typesOf(document, items).size === 1 && typesOf(document, items).has('string')
  if (!isText && !shown) return undefined
  const noun = singularNounOf(operation.path)
  const uses = model.resources.flatMap((resource) =>
    resource.kind !== 'collection' || resource.scope.length > 0
      ? []
      : [...possiblePropertiesOf(document, resource.record)].flatMap(([property, node]) => {
          const each = itemsOf(document, node) ?? node
          const isNamed = singularWordsOf(property).replace(/ list$/, '') === noun
          return isNamed && typesOf(document, each).has('string') ? [{ resource, property }] : []
        }),
  )
  if (uses.length === 0) return undefined
  const text = shown ? possiblePropertiesOf(document, items).get(shown.text) : items
  return {
    path: only && others.length === 0 ? [only[0]] : [],
    shown,
    accepts: (each) => text !== undefined && validator.of(text, 'response').accepts(each),
    isByCount: sentencesOf(operation).some((each) => mostFirst.test(each)),
    uses,
  }
}

/** The properties of an object that is nothing but a text and the number of records with it. */
function countedText(document: Document, item: SchemaNode): InUse['shown'] {
  const properties = [...possiblePropertiesOf(document, item)]
  const ofType = (type: TypeName): readonly string[] =>
    properties.filter(([, node]) => typesOf(document, node).has(type)).map(([name]) => name)
  const [[text], [count]] = [ofType('string'), ofType('integer')]
  return properties.length === 2 && text !== undefined && count !== undefined ? { text, count } : undefined
}
