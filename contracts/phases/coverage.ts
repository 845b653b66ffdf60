import { declaresStatus, type Operation, type Parameter } from '../../spec/document.ts'
import { isMediaType } from '../../spec/http/media-type.ts'
import { equalJson } from '../../spec/json.ts'
import { declaresRefusalsOnly } from '../answer.ts'
import type { Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import type { Mutation } from '../attempts/mutation.ts'
import { mayBeDeleted, declaresNotFound } from '../attempts/not-found.ts'
import { tryInvalid } from '../attempts/try-invalid.ts'
import { tryValid } from '../attempts/try-valid.ts'
import { hasUndeclaredNames, isUnconstrained } from '../attempts/unspecified-values.ts'
import { isWanted, type Case, type Phase } from '../case.ts'
import { validAccepted } from '../checks/valid-accepted.ts'
import { inconclusive, type Context } from '../context.ts'
import type { Draft } from '../interaction.ts'
import { pathTarget } from '../requests/paths.ts'
import { alternativeCases } from './coverage/alternatives.ts'
import { bodyEdges, bodyViolations } from './coverage/bodies.ts'
import { comparisonCases } from './coverage/comparisons.ts'
import { coverageCase } from './coverage/coverage-case.ts'
import { rangeCases } from './coverage/described-ranges.ts'
import { hugeIntegerCases, largeIntegerCases } from './coverage/large-integers.ts'
import { followLocation } from './coverage/location.ts'
import { isNumericFormat } from './coverage/numeric-formats.ts'
import { parameterEdges, parameterViolations } from './coverage/parameters.ts'
import { byPath, pathCases, protocolCases } from './coverage/protocol.ts'
import { judgeStoredValue } from './coverage/stored-values.ts'

/** The number of mutations of one kind tried per operation; a document may allow thousands. */
const most = 80

/** Tests the boundaries of every parameter and property, and values beyond them, by one change to an accepted request at a time. */
export const coverage: Phase = {
  name: 'coverage',
  isParallel: true,
  requestsPerCase: () => 1.25,
  plan(api, options) {
    const operations = api.operations.filter((each) => isWanted(each, options))
    const paths = options.readOnly ? [] : byPath(api).flatMap((operations) => pathCases(api, operations))
    return [...operations.flatMap((each) => casesOf(api, each)), ...paths, ...comparisonCases(api, options)]
  },
}

function casesOf(api: Api, operation: Operation): readonly Case[] {
  const violations = [...parameterViolations(api, operation), ...bodyViolations(api, operation)]
  const edges = [...charset(operation), ...parameterEdges(api, operation), ...bodyEdges(api, operation)]
  return [
    acceptance(operation),
    ...chosen(violations.filter((each) => !isNumericFormat(api, each))).map(negative),
    ...largeIntegerCases(api, operation),
    ...hugeIntegerCases(api, operation),
    ...rangeCases(api, operation),
    ...alternativeCases(api, operation),
    ...protocolCases(operation),
    ...chosen(edges).map(positive),
  ]
}

/** Keywords that can be violated in many ways which servers hardly distinguish. */
const interchangeable = new Set(['type', 'enum', 'const', 'format', 'pattern'])

const constraintOf = ({ cause, title, keyword }: Mutation): string =>
  keyword !== undefined && interchangeable.has(keyword) ? cause : `${cause} ${title}`

/** Returns at most `most` mutations, spread evenly over the constraints. */
function chosen(mutations: readonly Mutation[]): readonly Mutation[] {
  if (mutations.length <= most) return mutations
  const rounds = new Map<string, number>()
  const ranked = mutations.map((mutation) => {
    const constraint = constraintOf(mutation)
    const round = rounds.get(constraint) ?? 0
    rounds.set(constraint, round + 1)
    return { mutation, round }
  })
  const last = ranked.map(({ round }) => round).sort((a, b) => a - b)[most - 1] ?? 0
  const early = ranked.filter(({ round }) => round < last)
  const late = ranked.filter(({ round }) => round === last).slice(0, most - early.length)
  const kept = new Set([...early, ...late])
  return ranked.filter((each) => kept.has(each)).map(({ mutation }) => mutation)
}

const negative = (mutation: Mutation): Case =>
  coverageCase(mutation.operation, mutation.slug, `refuses ${mutation.title}`, (context) =>
    tryInvalid(context, mutation),
  )

const positive = (mutation: Mutation): Case =>
  coverageCase(mutation.operation, `${mutation.slug}-valid`, `accepts ${mutation.title}`, (context) =>
    tryAndRead(context, mutation),
  )

async function tryAndRead(context: Context, mutation: Mutation): Promise<void> {
  const answer = await tryValid(context, mutation)
  if (answer) await judgeStoredValue(context, answer, mutation)
}

/** A charset parameter has no meaning for JSON, and is no reason to refuse it (RFC 8259 §11). */
function charset(operation: Operation): readonly Mutation[] {
  const isJson = operation.requestBody?.content.some(({ type }) => type === 'application/json') ?? false
  if (!isJson || !operation.requestBody) return []
  const contentType = 'application/json; charset=utf-8'
  return [
    {
      operation,
      cause: 'body charset',
      title: 'a charset in its Content-Type',
      pointer: operation.requestBody.pointer,
      place: 'header',
      slug: 'body/charset',
      apply: (draft) =>
        draft.body?.kind === 'value' ? { ...draft, body: { ...draft.body, contentType } } : undefined,
    },
  ]
}

/**
 * Whether everything the path names must exist: no record that may have been deleted or that has a made-up id, nor one from
 * an example if the document declares 404, or a response for all errors.
 */
function isSurelyThere(api: Api, operation: Operation): boolean {
  if (pathTarget(api, operation) || mayBeAbsent(api, operation)) return false
  const mayRefuse = [404, 410].some((status) => declaresStatus(operation, status))
  return !mayRefuse || idsInPath(api, operation).length === 0
}

/** Whether a record named in the path, or in that of the draft, may have been deleted, or has a made-up id. */
function mayBeAbsent(api: Api, operation: Operation, draft?: Draft): boolean {
  return madeUp(api, operation, draft).length > 0 || mayBeDeleted(api, operation)
}

/** The path parameters with ids that belong to no known record and come from no example. */
function madeUp(api: Api, operation: Operation, draft?: Draft): readonly Parameter[] {
  return idsInPath(api, operation).filter(
    ({ name, examples }) =>
      !examples.some(({ value }) => !draft || equalJson(value, draft.path[name] ?? null)) &&
      !draft?.bindings.some((each) => each.in === 'path' && each.at === name),
  )
}

/** The path parameters that take ids: those without an enum. */
function idsInPath(api: Api, { parameters }: Operation): readonly Parameter[] {
  return parameters.filter(
    ({ in: place, schema }) => place === 'path' && schema && !keywordsOf(api, schema).has('enum'),
  )
}

/** A case that expects the operation to accept at least one valid request. */
function acceptance(operation: Operation): Case {
  return coverageCase(operation, 'accepted', 'accepts a valid request', (context) =>
    tryAny(context, operation),
  )
}

/** Whether a 400 cannot stand for a missing record: either 404 is declared for that, or every record named exists. */
function isUnderstood(api: Api, draft: Draft): boolean {
  const { operation } = draft
  if (!declaresNotFound(operation)) return !mayBeAbsent(api, operation, draft)
  return !madeUp(api, operation, draft).some(({ schema }) => isUnconstrained(api, schema))
}

async function tryAny(context: Context, operation: Operation): Promise<void> {
  const { answer, refused } = await context.control(operation)
  const last = refused.at(-1)
  if (answer) return followLocation(context, answer)
  if (!last || declaresRefusalsOnly(operation)) return
  // Who has logged out cannot do so again.
  if (context.api.riskyOperations.has(operation.id) && context.run.succeeded.has(operation.id)) return
  // Without parameters and body there is nothing that 422 could be about.
  const isBare = !operation.requestBody && !operation.parameters.some((each) => each.required)
  const isMisunderstood = refused.every(
    ({ status, draft }) =>
      (status === 422 && isBare && !operation.responses.some((each) => each.status === '422')) ||
      (status === 400 && isUnderstood(context.api, draft)) ||
      status === 405 ||
      status === 415 ||
      (status === 404 && isSurelyThere(context.api, operation)),
  )
  // Generated values may break a business rule; examples from the document, or a request without values, may not. And no
  // value is to blame if the method or the declared media type is refused.
  const isPlain =
    !operation.requestBody && operation.parameters.every((each) => !each.required || each.in === 'path')
  const isGiven =
    operation.requestBody?.content.some(({ examples, schema }) =>
      examples.some(({ value }) => !schema || !hasUndeclaredNames(context.api, schema, value)),
    ) ?? false
  const isSayable = operation.requestBody?.content.every(({ type }) => isMediaType(type)) ?? true
  const isUnserved = isSayable && refused.every(({ status }) => status === 405 || status === 415)
  if (!isMisunderstood || !(isPlain || isGiven || isUnserved))
    throw inconclusive(`Every request was refused, the last one with ${String(last.status)}.`)
  const evidence = {
    answer: last,
    cause: 'anything',
    title: 'everything the document requires',
    allowedBy: operation.pointer,
    taker: isBare ? takerOf(context.api, operation) : undefined,
  }
  context.judge(validAccepted, evidence, { answer: last })
}

/** Another operation that a router may take the request for, if it looks at templates first: `GET /pets/{id}` for `GET /pets/export`. */
function takerOf({ operations }: Api, { method, path }: Operation): string | undefined {
  const taker = operations.find(
    (each) => each.method === method && each.path !== path && matchesTemplate(each.path, path),
  )
  return taker && `${taker.method} ${taker.path}`
}

/** Whether a path without parameters could be one of a template. */
function matchesTemplate(template: string, path: string): boolean {
  const [segments, own] = [template.split('/'), path.split('/')]
  return (
    segments.length === own.length &&
    segments.every((segment, index) => segment === own[index] || /^\{[^{}]+\}$/.test(segment))
  )
}
