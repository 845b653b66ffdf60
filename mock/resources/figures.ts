import type { Operation } from '../../spec/document.ts'
import { countedNoun } from '../../spec/inference/records/counts.ts'
import { resourceNoun, referencedNoun } from '../../spec/inference/references/names.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import type { Resource } from '../../spec/resources.ts'
import type { BehaviourContext, Outcome } from '../behaviour.ts'
import type { CrudOptions } from './crud.ts'
import { idInPath } from './identity.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import { mediaOf } from './present.ts'
import type { Id, Transaction } from '../store/store.ts'
import { belongingsOf, belongingTo, type Belonging } from './tally.ts'

/** What an answer about a record says of it: its id, or how many records belong to it. */
interface Figure {
  readonly property: string
  /** Undefined for the id. */
  readonly counted: Belonging | undefined
}

/** Has an answer tell of the record that the path of its request names. */
export type Tell = (outcome: Outcome, context: BehaviourContext) => MaybePromise<Outcome>

/** The id is the one of the path, and what belongs to the record is counted. */
export function createTell(options: CrudOptions, operation: Operation, above: Resource): Tell {
  const names = parameterNames(operation.path)
  const status = Number(operation.responses.find((each) => /^2\d\d$/.test(each.status))?.status ?? 200)
  const schema = mediaOf(operation, status)?.schema
  if (!schema || names.length !== above.scope.length + 1) return (outcome) => outcome
  const figures = figuresOf(
    options,
    above,
    names.at(-1) ?? '',
    possiblePropertiesOf(options.document, schema),
  )
  const { accepts } = options.validator.of(schema, 'response')
  return (outcome, { request, store }) => {
    const ids = names.map((name) => idInPath(request, name) ?? '')
    return figures.reduce<MaybePromise<Outcome>>(
      (sofar, figure) =>
        after(sofar, (told) =>
          after(valueOf(figure, ids, store), (value) => withValue(told, figure, value, accepts)),
        ),
      outcome,
    )
  }
}

function figuresOf(
  options: CrudOptions,
  above: Resource,
  parameter: string,
  properties: ReturnType<typeof possiblePropertiesOf>,
): readonly Figure[] {
  const belonging = belongingsOf(options, above)
  return [...properties].flatMap(([property, node]): readonly Figure[] => {
    const isId =
      property !== 'id' && (property === parameter || referencedNoun(property) === resourceNoun(above.name))
    if (isId) return [{ property, counted: undefined }]
    const counted = typesOf(options.document, node).has('integer') ? countedNoun(property) : undefined
    const member = belonging.get(counted ?? '')
    return member ? [{ property, counted: member }] : []
  })
}

function valueOf({ counted }: Figure, ids: readonly Id[], store: Transaction): MaybePromise<Json> {
  const id = ids.at(-1) ?? ''
  if (!counted) return id
  const { member, by } = counted
  const records = store.collection(member.name, by === undefined ? ids : [])
  return after(records.list({ ...belongingTo(counted, id), limit: 0 }), ({ total }) => total)
}

function withValue(
  outcome: Outcome,
  { property }: Figure,
  value: Json,
  accepts: (value: Json) => boolean,
): Outcome {
  const body = outcome.kind === 'ok' ? outcome.body : undefined
  if (outcome.kind !== 'ok' || !isJsonObject(body) || !Object.hasOwn(body, property)) return outcome
  const next = { ...body, [property]: value }
  return accepts(next) ? { ...outcome, body: next } : outcome
}
