import type { Operation, Parameter } from '../../../spec/document.ts'
import type { ExclusiveNames } from '../../../spec/inference/constraints/exclusive-names.ts'
import { memberAt, type Json } from '../../../spec/json.ts'
import { toPointer } from '../../../spec/json/pointer.ts'
import { propertyAt } from '../../../spec/schemas/properties.ts'
import { isSuccess } from '../../answer.ts'
import { bodySchema, type Api } from '../../api/api.ts'
import { exclusiveIn } from '../../api/exclusive-names.ts'
import type { Case } from '../../case.ts'
import { invalidRefused } from '../../checks/invalid-refused.ts'
import { inconclusive, type Context } from '../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../draft.ts'
import { isImpossible } from '../../generate/impossible.ts'
import type { Draft } from '../../interaction.ts'
import { acceptedDraft } from '../../requests/accepted-request.ts'
import { parameterValue } from '../../requests/required-parameters.ts'
import { coverageCase } from './coverage-case.ts'

/** Two names that exclude each other in a request. */
interface Pair extends ExclusiveNames {
  readonly place: 'query' | 'body'
  /** The properties from the body to the object that has them. */
  readonly path: readonly string[]
}

/** Cases about parameters and properties that the document does not allow together: "Mutually exclusive with `files`". */
export function exclusiveCases(api: Api, operation: Operation): readonly Case[] {
  const { query, body } = exclusiveIn(api)(operation)
  const pairs: readonly Pair[] = [
    ...query.map((each) => ({ ...each, place: 'query' as const, path: [] })),
    ...body.flatMap(({ path, exclusive }) =>
      exclusive.map((each) => ({ ...each, place: 'body' as const, path })),
    ),
  ]
  return pairs.map((pair) => {
    const [first, second] = pair.names
    return coverageCase(
      operation,
      `${[pair.place, ...pair.path].join('/')}/${first}-${second}/together`,
      `refuses ${first} together with ${second}`,
      (context) => judgeTogether(context, operation, pair),
    )
  })
}

/** Sends each of the two alone, which has to be accepted, and then both. */
async function judgeTogether(context: Context, operation: Operation, pair: Pair): Promise<void> {
  const [first, second] = pair.names
  const values = new Map<string, Json>()
  for (const name of pair.names) {
    const other = name === first ? second : first
    const base = without(await acceptedDraft(context, operation, { fresh: true }), pair, other)
    const value = valueIn(base, pair, name) ?? madeValue(context.api, operation, pair, name)
    const alone = value === undefined ? undefined : withValue(base, pair, name, value)
    const answer = alone && (await context.send(alone, 'valid'))
    if (!answer || !isSuccess(answer.status)) throw inconclusive(`No request with ${name} alone is accepted.`)
    values.set(name, value ?? null)
  }
  const draft = [...values].reduce<Draft | undefined>(
    (sofar, [name, value]) => sofar && withValue(sofar, pair, name, value),
    await acceptedDraft(context, operation, { fresh: true }),
  )
  if (!draft) throw inconclusive('The accepted request has no place for both.')
  const answer = await context.send(draft, 'probe')
  const evidence = {
    answer,
    cause: `${pair.place}/${second} with ${first}`,
    title: `${first} and ${second}`,
    says: 'which exclude each other',
    forbiddenBy: pair.pointer,
    severity: 'warning',
  } as const
  context.judge(invalidRefused, evidence, { answer })
}

function valueIn(draft: Draft, { place, path }: Pair, name: string): Json | undefined {
  if (place === 'query') return draft.query[name]
  const body = bodyValue(draft)
  return body === undefined ? undefined : memberAt(body, [...path, name])
}

function without(draft: Draft, pair: Pair, name: string): Draft {
  if (valueIn(draft, pair, name) === undefined) return draft
  if (pair.place === 'body') return withPart(draft, pair, name, undefined) ?? draft
  const { [name]: _, ...query } = draft.query
  return { ...draft, query }
}

const withValue = (draft: Draft, pair: Pair, name: string, value: Json): Draft | undefined =>
  pair.place === 'query'
    ? { ...draft, query: { ...draft.query, [name]: value } }
    : withPart(draft, pair, name, value)

function withPart(draft: Draft, { path }: Pair, name: string, value: Json | undefined): Draft | undefined {
  const changed = withValueAt(bodyValue(draft) ?? {}, toPointer([...path, name]), value)
  return changed === undefined ? undefined : withBody(draft, changed)
}

/** A value that the schema of a parameter or property allows; undefined if there is none. */
function madeValue(api: Api, operation: Operation, { place, path }: Pair, name: string): Json | undefined {
  if (place === 'query') {
    const parameter = operation.parameters.find(
      (each: Parameter) => each.in === 'query' && each.name === name,
    )
    return parameter && parameterValue(api, parameter)
  }
  const schema = bodySchema(operation)
  const node = schema && propertyAt(api.document, schema, [...path, name])
  const value = node && api.generator.valid(node, 'request', 1)
  return value === undefined || isImpossible(value) ? undefined : value
}
