import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import type { Api } from '../api.ts'
import { slug, type Case, type Phase } from '../case.ts'
import { validAccepted } from '../checks/valid-accepted.ts'
import { inconclusive, type Context } from '../context.ts'
import { control, type Lane } from '../fixtures.ts'
import { pathTarget } from '../paths.ts'
import { tryInvalid, tryValid, type Mutation } from '../trial.ts'
import { bodyEdges, bodyViolations } from './coverage/bodies.ts'
import { comparisonCases, isNumericFormat } from './coverage/comparisons.ts'
import { largeIntegerCases } from './coverage/large-integers.ts'
import { parameterEdges, parameterViolations } from './coverage/parameters.ts'
import { byPath, pathCases, protocolCases } from './coverage/protocol.ts'

/** Most mutations of one kind for one operation; a document may have thousands. */
const most = 80

/** Every parameter and property at each edge and beyond it, one change to an accepted request at a time. */
export const coverage: Phase = {
  name: 'coverage',
  isParallel: true,
  plan(api, options) {
    const operations = api.operations.filter((each) => isSafe(each.method) || !options.readOnly)
    const paths = options.readOnly ? [] : byPath(api).flatMap(pathCases)
    return [...operations.flatMap((each) => casesOf(api, each)), ...paths, ...comparisonCases(api, options)]
  },
}

function casesOf(api: Api, operation: Operation): readonly Case[] {
  const violations = [...parameterViolations(api, operation), ...bodyViolations(api, operation)]
  const edges = [...charset(operation), ...parameterEdges(api, operation), ...bodyEdges(api, operation)]
  return [
    acceptance(operation),
    ...violations.filter((each) => !isNumericFormat(api, each)).slice(0, most).map(negative),
    ...largeIntegerCases(api, operation),
    ...protocolCases(operation),
    ...edges.slice(0, most).map(positive),
  ]
}

const negative = (mutation: Mutation): Case =>
  mutationCase(mutation, mutation.slug, `refuses ${mutation.title}`, (context, lane) => tryInvalid(context, lane, mutation))

const positive = (mutation: Mutation): Case =>
  mutationCase(mutation, `${mutation.slug}-valid`, `accepts ${mutation.title}`, (context, lane) => tryValid(context, lane, mutation))

function mutationCase({ operation }: Mutation, where: string, title: string, run: Case['run']): Case {
  return {
    path: `coverage/${slug(operation.id)}/${where}`,
    phase: 'coverage',
    operation: operation.id,
    title: `${operation.method} ${operation.path} ${title}`,
    lane: operation.id,
    run,
  }
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
      apply: (draft) => (draft.body?.kind === 'value' ? { ...draft, body: { ...draft.body, contentType } } : undefined),
    },
  ]
}

/** Whether there is any request the operation accepts. */
function acceptance(operation: Operation): Case {
  return {
    path: `coverage/${slug(operation.id)}/accepted`,
    phase: 'coverage',
    operation: operation.id,
    title: `${operation.method} ${operation.path} accepts a valid request`,
    lane: operation.id,
    run: (context, lane) => tryAny(context, lane, operation),
  }
}

async function tryAny(context: Context, lane: Lane, operation: Operation): Promise<void> {
  const { answer, refused } = await control(context, lane, operation)
  const last = refused.at(-1)
  if (answer ?? !last) return
  const isMisunderstood = refused.every(({ status }) => status === 400 || status === 405 || status === 415 || (status === 404 && !pathTarget(context.api, operation)))
  // Made-up values may break a rule of the business; the document's own, and none at all, may not.
  const isPlain = !operation.requestBody && operation.parameters.every((each) => !each.required || each.in === 'path')
  const isGiven = operation.requestBody?.content.some(({ examples }) => examples.length > 0) ?? false
  if (!isMisunderstood || !(isPlain || isGiven)) throw inconclusive(`Every request is refused, lastly with ${String(last.status)}.`)
  const evidence = { answer: last, cause: 'anything', title: 'all that the document asks for', allowedBy: operation.pointer }
  context.judge(validAccepted, evidence, { answer: last })
}
