import type { Operation } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import { isJsonObject, stringifyJson } from '../../../spec/json.ts'
import { isJsonType, matchMediaType } from '../../../spec/http/media-type.ts'
import { resolvePointer } from '../../../spec/json/pointer.ts'
import type { Answer } from '../../interaction.ts'
import { isSuccess } from '../../answer.ts'
import { bodyType, type Api } from '../../api/api.ts'
import type { Case } from '../../case.ts'
import { duplicateKeys } from '../../checks/duplicate-keys.ts'
import { headAgrees } from '../../checks/head-agrees.ts'
import { invalidRefused } from '../../checks/invalid-refused.ts'
import { needsCredentials, unauthorized } from '../../checks/unauthorized.ts'
import { validAccepted } from '../../checks/valid-accepted.ts'
import { CaseEnd, inconclusive, type Context } from '../../context.ts'
import type { Draft } from '../../interaction.ts'
import { bodyValue, encodeDraft, withBody, withJsonText } from '../../draft.ts'
import type { CaseGroup } from '../../records/case-group.ts'
import { isSelected, type RunOptions } from '../../options.ts'
import { relatedResources } from '../../api/related-resources.ts'
import { isAskedByHead } from '../../records/paths.ts'
import type { Mutation } from '../../requests/mutation.ts'
import { mayBeStateRefusal } from '../../requests/used-up.ts'
import { isValid } from '../../requests/validity.ts'
import { bodyViolations, readsContent } from './bodies.ts'
import { parameterViolations } from './parameters.ts'

/**
 * Lenience that HTTP, JSON and OpenAPI leave to the server. It is a finding only where one operation has it and others
 * of the same API do not: the API itself says then what it wants.
 */
export function comparisonCases(api: Api, options: RunOptions): readonly Case[] {
  const operations = comparedIn(api, options).filter((each) =>
    options.readOnly ? isSafe(each.method) : !api.bulkOperations.has(each.id),
  )
  const gets = operations.filter(({ method }) => method === 'GET')
  const bodies = operations.filter((each) => readsContent(each) && isJsonType(bodyType(each)?.type ?? ''))
  return [
    comparison(
      'content-type',
      'a body labelled text/plain',
      bodies.filter((each) => !takesText(each)).map(textPlain),
      strict('an undeclared content type'),
    ),
    comparison(
      'utf-8',
      'a body that is not UTF-8',
      bodies.map(brokenText),
      strict('a body that is not UTF-8'),
    ),
    comparison('duplicate-names', 'a duplicate name in an object', bodies.map(twice), onlyOnce),
    comparison('unknown-property', 'an unknown property', bodies.map(unknownProperty), open),
    ...numericFormats(api, operations).map(([format, mutations]) =>
      comparison(
        format,
        `a number beyond ${format}`,
        mutations.map(asTrial),
        strict(`a number beyond ${format}`),
      ),
    ),
    comparison(
      'head',
      'HEAD instead of GET',
      gets.filter((each) => isAskedByHead(api, each)).map(asHead),
      everywhere,
    ),
    comparison(
      'wrong-token',
      'invalid credentials',
      operations.filter(needsCredentials).map(wrongToken),
      anyToken,
    ),
  ].filter(({ trials }) => trials > 1)
}

/**
 * The operations to be judged, and those that they are compared with: what has to do with the same records, and what can be
 * read without a record.
 */
function comparedIn(api: Api, options: RunOptions): readonly Operation[] {
  const names = relatedResources(api, options)
  return api.operations.filter((each) => {
    const name = api.model.roles.get(each.id)?.resource.name
    const isFree = each.method === 'GET' && !each.path.includes('{')
    return isSelected(each, options) || isFree || (name !== undefined && names.has(name))
  })
}

interface Trial {
  readonly operation: Operation
  readonly cause: string
  readonly pointer: string
  readonly credentials?: 'wrong'
  apply(draft: Draft, context: Context): Draft | undefined
  /** The same without what breaks the document: where that is refused too, something else is the reason. */
  likeness?(draft: Draft): Draft | undefined
}

/** How the API is to treat the trial, and what to report of an operation that treats it otherwise. */
interface Expectation {
  /** Undefined for an answer that says nothing either way. */
  complies(answer: Answer): boolean | undefined
  report(context: Context, trial: Trial, answer: Answer, others: string): void
  /** Whether an operation is known to mind by something else, though none minds this. */
  isGuarded?(context: Context, answer: Answer): Promise<boolean>
}

function comparison(
  name: string,
  title: string,
  trials: readonly Trial[],
  expectation: Expectation,
): Case & { readonly trials: number } {
  return {
    path: `coverage/all/${name}`,
    phase: 'coverage',
    operation: '(all)',
    title: `All operations treat ${title} alike`,
    group: '(all)',
    trials: trials.length,
    run: (context, group) => compare(context, group, trials, expectation),
  }
}

async function compare(
  context: Context,
  group: CaseGroup,
  trials: readonly Trial[],
  expectation: Expectation,
): Promise<void> {
  const complying: string[] = []
  const deviating: [Trial, Answer][] = []
  for (const trial of trials) {
    const answer = await attempt(context, group, trial)
    const complies = answer && expectation.complies(answer)
    if (complies === true) complying.push(trial.operation.id)
    if (complies === false && answer) deviating.push([trial, answer])
  }
  for (const [trial, answer] of complying.length === 0 ? deviating.slice(0, 5) : []) {
    if (!(await expectation.isGuarded?.(context, answer))) continue
    // The same holds for all: it is told once.
    expectation.report(context, trial, answer, '')
    return
  }
  if (complying.length === 0)
    throw inconclusive('No operation refuses it, and the document does not forbid it.')
  const others = [...new Set(complying)].slice(0, 3).join(', ')
  for (const [trial, answer] of deviating) expectation.report(context, trial, answer, others)
}

async function attempt(context: Context, group: CaseGroup, trial: Trial): Promise<Answer | undefined> {
  try {
    const { template } = await group.control(context, trial.operation)
    const base = template && (await group.instantiate(context, trial.operation, template))
    const draft = base && trial.apply(base, context)
    if (!draft || ![base, draft].every((each) => isItsOwn(context.api, trial.operation, each)))
      return undefined
    const credentials = trial.credentials ? { credentials: trial.credentials } : {}
    const answer = await context.send(draft, 'probe', credentials)
    const likeness = isRefused(answer) && trial.likeness?.(base)
    if (likeness && !isSuccess((await context.send(likeness, 'probe')).status)) return undefined
    // What is refused without it as well may be there already.
    if (answer.status !== 422 && !mayBeStateRefusal(answer)) return answer
    return isSuccess((await context.send(base, 'valid')).status) ? answer : undefined
  } catch (error) {
    if (error instanceof CaseEnd) return undefined
    throw error
  }
}

/** Whether no other operation has the request, as one whose path differs in nothing but a parameter's name. */
function isItsOwn({ router }: Api, operation: Operation, draft: Draft): boolean {
  const { method, path, query, headers } = encodeDraft(draft)
  const match = router.match(method, path, query, headers)
  return match.kind !== 'found' || match.operation === operation
}

const refusals = new Set([400, 413, 415, 422])
const isRefused = ({ status }: Answer): boolean | undefined =>
  refusals.has(status) ? true : isSuccess(status) ? false : undefined

const strict = (title: string): Expectation => ({
  complies: isRefused,
  report(context, { cause, pointer }, answer, others) {
    const evidence = {
      answer,
      cause,
      title: `${title}, which ${others} refuses`,
      says: title,
      forbiddenBy: pointer,
      severity: 'error',
    } as const
    context.judge(invalidRefused, evidence, { answer })
  },
})

const onlyOnce: Expectation = {
  complies: isRefused,
  report(context, _, answer, others) {
    context.judge(duplicateKeys, { answer, refusedBy: others }, { answer })
  },
}

const open: Expectation = {
  complies: (answer) => (isSuccess(answer.status) ? true : refusals.has(answer.status) ? false : undefined),
  report(context, { cause, pointer }, answer, others) {
    const title = `an unknown property, which the schema allows and ${others} accepts`
    context.judge(validAccepted, { answer, cause, title, allowedBy: pointer }, { answer })
  },
}

const isDenied = ({ status }: Answer): boolean => status === 401 || status === 403

const anyToken: Expectation = {
  complies: (answer) => (isDenied(answer) ? true : isSuccess(answer.status) ? false : undefined),
  isGuarded: async (context, { draft }) =>
    isDenied(await context.send(draft, 'probe', { credentials: 'withheld', foreign: true })),
  report(context, _, answer) {
    context.judge(unauthorized, { ...answer, credentials: 'withheld' }, { answer })
  },
}

const everywhere: Expectation = {
  complies: ({ status }) => (isSuccess(status) ? true : status === 405 || status === 501 ? false : undefined),
  report(context, _, answer, others) {
    context.judge(headAgrees, { get: answer, head: answer, others }, { answer })
  },
}

const asTrial = (mutation: Mutation): Trial => mutation

function trial(operation: Operation, cause: string, apply: Trial['apply']): Trial {
  return { operation, cause, pointer: operation.requestBody?.pointer ?? operation.pointer, apply }
}

const asHead = (operation: Operation): Trial => ({
  operation,
  cause: 'method HEAD',
  pointer: operation.pointer,
  apply: (draft) => ({ ...draft, method: 'HEAD' }),
})

const textPlain = (operation: Operation): Trial =>
  trial(operation, 'body content-type', (draft) =>
    draft.body?.kind === 'value'
      ? { ...draft, body: { ...draft.body, contentType: 'text/plain' } }
      : undefined,
  )

const takesText = ({ requestBody }: Operation): boolean =>
  matchMediaType(requestBody?.content ?? [], 'text/plain') !== undefined

/** With a byte that UTF-8 never has at the end of its first text: a lenient server reads it as U+FFFD. */
const brokenText = (operation: Operation): Trial => ({
  ...trial(operation, 'body utf-8', (draft) => withBytes(draft, Buffer.from([0xff]))),
  likeness: (draft) => withBytes(draft, Buffer.from('\uFFFD')),
})

/** With these bytes at the end of its first text. */
function withBytes(draft: Draft, bytes: Buffer): Draft | undefined {
  const text = bodyText(draft)
  const first = text === undefined ? null : /:"(?:[^"\\]|\\.)*(?=")/.exec(text)
  if (text === undefined || !first) return undefined
  const end = first.index + first[0].length
  const whole = Buffer.concat([Buffer.from(text.slice(0, end)), bytes, Buffer.from(text.slice(end))])
  return withJsonText(draft, whole)
}

/** With its first member written twice. */
const twice = (operation: Operation): Trial =>
  trial(operation, 'body duplicate name', (draft) => {
    const body = bodyValue(draft)
    const [name] = isJsonObject(body) ? Object.keys(body) : []
    if (!isJsonObject(body) || name === undefined) return undefined
    const again = stringifyJson({ [name]: body[name] ?? null }).slice(1, -1)
    return withJsonText(draft, `{${again},${stringifyJson(body).slice(1)}`)
  })

const unknownProperty = (operation: Operation): Trial =>
  trial(operation, 'body unknown property', (draft, context) => {
    const body = bodyValue(draft)
    const changed = isJsonObject(body) ? withBody(draft, { ...body, stablehandUnknown: 'x' }) : undefined
    return changed && isValid(context.api, changed) ? changed : undefined
  })

const wrongToken = (operation: Operation): Trial => ({
  ...trial(operation, 'wrong token', (draft, { run }) =>
    run.credentials.covers(operation) ? draft : undefined,
  ),
  credentials: 'wrong',
})

function bodyText(draft: Draft): string | undefined {
  const { body } = encodeDraft(draft)
  return body && new TextDecoder().decode(body)
}

const numeric = new Set(['int32', 'int64', 'float', 'double'])

/** Whether a violated keyword is the format of a number, which many servers take for a hint. */
export function isNumericFormat(api: Api, { pointer }: Pick<Mutation, 'pointer'>): boolean {
  return numericFormat(api, pointer) !== undefined
}

function numericFormat(api: Api, pointer: string): string | undefined {
  if (!pointer.endsWith('/format')) return undefined
  const format = resolvePointer(api.document.root, pointer)
  return typeof format === 'string' && numeric.has(format) ? format : undefined
}

function numericFormats(
  api: Api,
  operations: readonly Operation[],
): readonly (readonly [format: string, mutations: readonly Mutation[]])[] {
  const all = operations
    .flatMap((each) => [...parameterViolations(api, each), ...bodyViolations(api, each)])
    // There may be no record of so large an id, whatever its format.
    .filter(({ isReference }) => !isReference)
  return [...numeric].map(
    (format) => [format, all.filter(({ pointer }) => numericFormat(api, pointer) === format)] as const,
  )
}
