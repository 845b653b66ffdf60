import type { Operation, Parameter } from '../../../spec/document.ts'
import type { Alternative } from '../../../spec/inference/constraints/alternatives.ts'
import { memberAt, type Json } from '../../../spec/json.ts'
import { toPointer } from '../../../spec/json/pointer.ts'
import { propertyAt } from '../../../spec/schemas/properties.ts'
import { isSuccess } from '../../answer.ts'
import { alternativesIn } from '../../api/alternatives.ts'
import { bodySchema, type Api } from '../../api/api.ts'
import { acceptedDraft } from '../../attempts/accepted-request.ts'
import type { Case } from '../../case.ts'
import type { Severity } from '../../check.ts'
import { invalidRefused } from '../../checks/invalid-refused.ts'
import { inconclusive, type Context } from '../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../draft.ts'
import { isImpossible } from '../../generate/impossible.ts'
import type { Draft } from '../../interaction.ts'
import { parameterValue } from '../../requests/required-parameters.ts'
import { coverageCase } from './coverage-case.ts'

/** Names in a request that are set against each other. */
interface Choice extends Alternative {
  readonly place: 'query' | 'body'
  /** The properties from the body to the object that has them. */
  readonly path: readonly string[]
  /** All names in the same place that exclude each other. */
  readonly exclusive: readonly Alternative[]
}

/**
 * Cases about parameters and properties that the document does not allow together, or of which it wants one: "Mutually exclusive with
 * `files`", "At least one of `email` and `phone` is required".
 */
export function alternativeCases(api: Api, operation: Operation): readonly Case[] {
  const { query, body } = alternativesIn(api)(operation)
  const places = [
    { place: 'query' as const, path: [], ...query },
    ...body.map((each) => ({ place: 'body' as const, ...each })),
  ]
  return places.flatMap(({ place, path, exclusive, needed }) => {
    const caseOf = (
      { names, pointer }: Alternative,
      slug: string,
      title: string,
      judge: (context: Context, operation: Operation, choice: Choice) => Promise<void>,
    ): Case =>
      coverageCase(operation, `${[place, ...path].join('/')}/${names.join('-')}/${slug}`, title, (context) =>
        judge(context, operation, { place, path, exclusive, names, pointer }),
      )
    return [
      ...exclusive.map((each) =>
        caseOf(each, 'together', `refuses ${each.names.join(' together with ')}`, judgeTogether),
      ),
      ...needed.map((each) => caseOf(each, 'none', `refuses none of ${each.names.join(', ')}`, judgeNone)),
    ]
  })
}

/** Sends each of the names alone, which has to be accepted, and then all of them. */
async function judgeTogether(context: Context, operation: Operation, choice: Choice): Promise<void> {
  const values = new Map<string, Json>()
  for (const name of choice.names) {
    const base = without(
      await acceptedDraft(context, operation, { fresh: true }),
      choice,
      excludedBy(choice, [name]),
    )
    const value = valueIn(base, choice, name) ?? madeValue(context.api, operation, choice, name)
    const alone = value === undefined ? undefined : withValue(base, choice, name, value)
    const answer = alone && (await context.send(alone, 'valid'))
    if (!answer || !isSuccess(answer.status)) throw inconclusive(`No request with ${name} alone is accepted.`)
    values.set(name, value ?? null)
  }
  const draft = [...values].reduce<Draft | undefined>(
    (sofar, [name, value]) => sofar && withValue(sofar, choice, name, value),
    without(
      await acceptedDraft(context, operation, { fresh: true }),
      choice,
      excludedBy(choice, choice.names),
    ),
  )
  if (!draft) throw inconclusive('The accepted request has no place for both.')
  const title = choice.names.join(' and ')
  await judge(context, choice, draft, { title, says: 'which exclude each other', severity: 'warning' })
}

/** What none of these names may be sent with, other than these names. */
const excludedBy = ({ exclusive }: Choice, names: readonly string[]): readonly string[] =>
  exclusive
    .filter((each) => each.names.some((name) => names.includes(name)))
    .flatMap((each) => each.names.filter((name) => !names.includes(name)))

/** Sends none of the names, after a request with one of them was accepted. */
async function judgeNone(context: Context, operation: Operation, choice: Choice): Promise<void> {
  const base = await acceptedDraft(context, operation, { fresh: true })
  if (!choice.names.some((name) => valueIn(base, choice, name) !== undefined))
    throw inconclusive(`No request with one of ${choice.names.join(', ')} is accepted.`)
  const title = `none of ${choice.names.join(', ')}`
  const draft = without(base, choice, choice.names)
  await judge(context, choice, draft, { title, says: 'of which one is needed', severity: 'error' })
}

async function judge(
  context: Context,
  { place, names, pointer }: Choice,
  draft: Draft,
  told: { readonly title: string; readonly says: string; readonly severity: Severity },
): Promise<void> {
  const answer = await context.send(draft, 'probe')
  const cause = `${place}/${names.join(' with ')} ${told.says}`
  context.judge(invalidRefused, { answer, cause, forbiddenBy: pointer, ...told }, { answer })
}

function valueIn(draft: Draft, { place, path }: Choice, name: string): Json | undefined {
  if (place === 'query') return draft.query[name]
  const body = bodyValue(draft)
  return body === undefined ? undefined : memberAt(body, [...path, name])
}

function without(draft: Draft, choice: Choice, names: readonly string[]): Draft {
  if (choice.place === 'query') {
    const query = Object.entries(draft.query).filter(([name]) => !names.includes(name))
    return { ...draft, query: Object.fromEntries(query) }
  }
  return names.reduce((left, name) => withPart(left, choice, name, undefined) ?? left, draft)
}

const withValue = (draft: Draft, choice: Choice, name: string, value: Json): Draft | undefined =>
  choice.place === 'query'
    ? { ...draft, query: { ...draft.query, [name]: value } }
    : withPart(draft, choice, name, value)

function withPart(draft: Draft, { path }: Choice, name: string, value: Json | undefined): Draft | undefined {
  const changed = withValueAt(bodyValue(draft) ?? {}, toPointer([...path, name]), value)
  return changed === undefined ? undefined : withBody(draft, changed)
}

/** A value that the schema of a parameter or property allows; undefined if there is none. */
function madeValue(api: Api, operation: Operation, { place, path }: Choice, name: string): Json | undefined {
  if (place === 'query') {
    const parameter = operation.parameters.find(
      (each: Parameter) => each.in === 'query' && each.name === name,
    )
    return parameter && parameterValue(api, parameter, true)
  }
  const schema = bodySchema(operation)
  const node = schema && propertyAt(api.document, schema, [...path, name])
  const value = node && api.generator.valid(node, 'request', 1)
  return value === undefined || isImpossible(value) ? undefined : value
}
