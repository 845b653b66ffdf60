import type { Operation } from '../../../spec/document.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { isArray, type Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { BehaviourContext, Outcome } from '../../behaviour.ts'
import { mapAfter, after, type MaybePromise } from '../../maybe-promise.ts'
import { withMember } from '../member.ts'
import type { CrudOptions } from '../options.ts'

/** What a response lists: the values that a property of records has. */
interface InUse {
  /** Where the response lists them. */
  readonly path: readonly string[]
  readonly uses: readonly { readonly resource: Resource; readonly property: string }[]
}

/**
 * Sets the texts that a response lists to those that records have in the property that its path names: `GET /tags` lists the `tags` of all
 * articles. Undefined if the response lists no texts, or no records have such a property.
 */
export function createSetInUse(
  options: CrudOptions,
  operation: Operation,
): ((outcome: Outcome, context: BehaviourContext) => MaybePromise<Outcome>) | undefined {
  const inUse = inUseOf(options, operation)
  if (!inUse) return undefined
  const { path, uses } = inUse
  return (outcome, { store }) => {
    const { body } = outcome.kind === 'ok' ? outcome : {}
    if (outcome.kind !== 'ok' || body === undefined) return outcome
    const lists = mapAfter(uses, ({ resource: { name }, property }) =>
      after(store.collection(name).list(), ({ items }) => items.flatMap((each) => textsIn(each[property]))),
    )
    return after(lists, (found) => ({
      ...outcome,
      body: withMember(body, { path, value: [...new Set(found.flat())].sort() }),
    }))
  }
}

const textsIn = (value: Json | undefined): readonly string[] =>
  (isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '') as string[]

function inUseOf({ document, model }: CrudOptions, operation: Operation): InUse | undefined {
  const body = responseSchema(operation)
  const [only, ...others] = body ? possiblePropertiesOf(document, body) : []
  const list = only && others.length === 0 ? only[1] : body
  const items = list && itemsOf(document, list)
  if (!items || typesOf(document, items).size !== 1 || !typesOf(document, items).has('string'))
    return undefined
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
  return uses.length === 0 ? undefined : { path: only && others.length === 0 ? [only[0]] : [], uses }
}
