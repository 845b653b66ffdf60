import type { Operation, Parameter } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import { isMediaType } from '../../spec/http/media-type.ts'
import type { Api } from '../api/api.ts'
import type { Case, Phase } from '../case.ts'
import { validAccepted } from '../checks/valid-accepted.ts'
import { inconclusive, type Context } from '../context.ts'
import type { Draft } from '../interaction.ts'
import type { CaseGroup } from '../records/case-group.ts'
import { keywordsOf } from '../api/keywords.ts'
import { pathTarget } from '../records/paths.ts'
import { hasUndeclaredNames, isUnconstrained } from '../requests/unspecified-values.ts'
import { isDeletable, declaresNotFound } from '../requests/not-found.ts'
import type { Mutation } from '../requests/mutation.ts'
import { tryInvalid } from '../requests/try-invalid.ts'
import { tryValid } from '../requests/try-valid.ts'
import { bodyEdges, bodyViolations } from './coverage/bodies.ts'
import { coverageCase } from './coverage/coverage-case.ts'
import { comparisonCases } from './coverage/comparisons.ts'
import { largeIntegerCases } from './coverage/large-integers.ts'
import { judgeKept } from './coverage/kept.ts'
import { followLocation } from './coverage/location.ts'
import { isNumericFormat } from './coverage/numeric-formats.ts'
import { parameterEdges, parameterViolations } from './coverage/parameters.ts'
import { byPath, pathCases, protocolCases } from './coverage/protocol.ts'

/** Most mutations of one kind for one operation; a document may have thousands. */
const most = 80

/** Every parameter and property at each edge and beyond it, one change to an accepted request at a time. */
export const coverage: Phase = {
  name: 'coverage',
  isParallel: true,
  requestsPerCase: 1.25,
  plan(api, options) {
    const operations = api.operations.filter((each) => isSafe(each.method) || !options.readOnly)
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
    ...protocolCases(operation),
    ...chosen(edges).map(positive),
  ]
}

/** Constraints that are broken in many ways which servers hardly tell apart. */
const manifold = new Set(['type', 'enum', 'const', 'format', 'pattern'])

const constraintOf = ({ cause, title, keyword }: Mutation): string =>
  keyword !== undefined && manifold.has(keyword) ? cause : `${cause} ${title}`

/** As many as there may be, of each constraint one before any has a second. */
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
  coverageCase(mutation.operation, mutation.slug, `refuses ${mutation.title}`, (context, group) =>
    tryInvalid(context, group, mutation),
  )

const positive = (mutation: Mutation): Case =>
  coverageCase(mutation.operation, `${mutation.slug}-valid`, `accepts ${mutation.title}`, (context, group) =>
    tryAndRead(context, group, mutation),
  )

async function tryAndRead(context: Context, group: CaseGroup, mutation: Mutation): Promise<void> {
  const answer = await tryValid(context, group, mutation)
  if (answer) await judgeKept(context, answer, mutation)
}

/** A charset says nothing new of JSON, and is no reason to refuse it (RFC 8259 §11). */
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
 * Whether its path names no record that may be gone, or that was made up: nor one of an example, where the document says
 * that there may be none.
 */
function isSurelyThere(api: Api, operation: Operation): boolean {
  if (pathTarget(api, operation) || mayBeAbsent(api, operation)) return false
  return !declaresNotFound(operation) || idsInPath(api, operation).length === 0
}

/** Whether what it is about may have been deleted, or was made up. */
function mayBeAbsent(api: Api, operation: Operation, bindings?: Draft['bindings']): boolean {
  return isMadeUp(api, operation, bindings) || isDeletable(api, operation)
}

/** Whether something its path names is neither known nor in the document. */
function isMadeUp(api: Api, operation: Operation, bindings?: Draft['bindings']): boolean {
  return madeUp(api, operation, bindings).length > 0
}

/** What the path names by made-up values. */
function madeUp(api: Api, operation: Operation, bindings: Draft['bindings'] = []): readonly Parameter[] {
  return idsInPath(api, operation).filter(
    ({ name, examples }) =>
      examples.length === 0 && !bindings.some((each) => each.in === 'path' && each.at === name),
  )
}

/** The path parameters that name one of many. */
function idsInPath(api: Api, { parameters }: Operation): readonly Parameter[] {
  return parameters.filter(
    ({ in: place, schema }) => place === 'path' && schema && !keywordsOf(api, schema).has('enum'),
  )
}

/** Whether there is any request the operation accepts. */
function acceptance(operation: Operation): Case {
  return coverageCase(operation, 'accepted', 'accepts a valid request', (context, group) =>
    tryAny(context, group, operation),
  )
}

/** Whether 400 cannot be for what there is none of: that has a status of its own, or all that is named is there. */
function isUnderstood(api: Api, { operation, bindings }: Draft): boolean {
  if (!declaresNotFound(operation)) return !mayBeAbsent(api, operation, bindings)
  return !madeUp(api, operation, bindings).some(({ schema }) => isUnconstrained(api, schema))
}

async function tryAny(context: Context, group: CaseGroup, operation: Operation): Promise<void> {
  const { answer, refused } = await group.control(context, operation)
  const last = refused.at(-1)
  if (answer) return followLocation(context, answer)
  if (!last) return
  const isMisunderstood = refused.every(
    ({ status, draft }) =>
      (status === 400 && isUnderstood(context.api, draft)) ||
      status === 405 ||
      status === 415 ||
      (status === 404 && isSurelyThere(context.api, operation)),
  )
  // Made-up values may break a rule of the business; the document's own, and none at all, may not. And no value is to
  // blame where the method or the declared type of content is not taken.
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
  }
  context.judge(validAccepted, evidence, { answer: last })
}
