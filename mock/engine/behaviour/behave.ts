import { responseFor, type Operation } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import { isDryRunName } from '../../../spec/inference/dry-runs.ts'
import { isJsonObject } from '../../../spec/json.ts'
import { jsonSent } from '../../../spec/request.ts'
import { ok, type Outcome } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { after } from '../../maybe-promise.ts'
import type { Transaction } from '../../store/store.ts'
import {
  evaluatePreconditions,
  isConditional,
  preconditionFailed,
  preconditionRequired,
} from '../conditional/conditional.ts'
import type { Exchange } from '../exchange.ts'
import { idempotencyKey } from '../idempotency/idempotency.ts'
import type * as Once from '../idempotency/once.ts'
import type { Plan } from '../plan.ts'
import { preferenceApplied } from '../request/prefer.ts'
import { act } from './act.ts'
import { documentAnswers } from './answers.ts'
import { representationTag } from './representation-tag.ts'

/** The pipeline's last step: runs the operation as the client prefers, else its behaviour. A refusal leaves the store unchanged. */
export function behave(exchange: Exchange): MaybePromise<Outcome> {
  const { plan } = exchange
  if (plan === undefined) return ok(204)
  const key = idempotencyKey(exchange)
  if (key === undefined) return delayed(exchange, plan, undefined)
  // Loaded with the first key: most clients send none.
  return import('../idempotency/once.ts').then(async ({ exclusively, once }) =>
    exclusively(exchange, key, async () => delayed(exchange, plan, { key, once })),
  )
}

/** An idempotency key, and what runs a request only once under it. */
interface Keyed {
  readonly key: string
  readonly once: typeof Once.once
}

function delayed(exchange: Exchange, plan: Plan, keyed: Keyed | undefined): MaybePromise<Outcome> {
  const { delay } = exchange.preferences
  if (delay === undefined) return perform(exchange, plan, keyed)
  exchange.applied.push(preferenceApplied('delay', delay))
  return new Promise<void>((resolve) => setTimeout(resolve, delay)).then(() => perform(exchange, plan, keyed))
}

function perform(exchange: Exchange, plan: Plan, keyed: Keyed | undefined): MaybePromise<Outcome> {
  const { code, example, dynamic } = exchange.preferences
  if (code === undefined && example === undefined && !dynamic) return performRole(exchange, plan, keyed)
  return after(
    documentAnswers(),
    ({ preferredAnswer }) => preferredAnswer(exchange, plan) ?? performRole(exchange, plan, keyed),
  )
}

function performRole(exchange: Exchange, plan: Plan, keyed: Keyed | undefined): MaybePromise<Outcome> {
  const { store } = exchange.engine
  if (isSafe(plan.operation.method))
    // A redirection may count how often it is followed.
    return plan.success.status >= 300
      ? store.transact((tx) => act(exchange, plan, tx), isOk)
      : store.read((tx) => act(exchange, plan, tx))
  const keep = isDryRun(exchange) ? () => false : isOk
  if (keyed === undefined) return store.transact((tx) => change(exchange, plan, tx), keep)
  const { key, once } = keyed
  return store.transact((tx) => once(exchange, key, tx, () => change(exchange, plan, tx)), keep)
}

/**
 * Whether a request only asks what it would do: `validateOnly=true` (https://google.aip.dev/163), or `dry_run: true` in its
 * body.
 */
function isDryRun({ values }: Exchange): boolean {
  if (values === undefined) return false
  return [values.query, jsonSent(values)].some(
    (sent) =>
      isJsonObject(sent) && Object.keys(sent).some((name) => sent[name] === true && isDryRunName(name)),
  )
}

const isOk = (outcome: Outcome): boolean => outcome.kind === 'ok'

/** Runs an unsafe operation: evaluates its preconditions first, and notes the new entity tag afterwards. */
function change(exchange: Exchange, plan: Plan, tx: Transaction): MaybePromise<Outcome> {
  const { request } = exchange
  if (!isConditional(request) && plan.requiresCondition && isReadable(exchange))
    return after(representationTag(exchange, tx), (current) =>
      current === undefined ? act(exchange, plan, tx) : preconditionRequired(),
    )
  if (!isConditional(request) || !isReadable(exchange))
    return after(act(exchange, plan, tx), (outcome) => tagged(exchange, plan, tx, outcome))
  return after(representationTag(exchange, tx), (current) => {
    const failed = evaluatePreconditions(request, current, false) !== 'go'
    if (failed && current !== undefined) return preconditionFailed()
    return after(act(exchange, plan, tx), (outcome) =>
      // When there is no record, the operation's own refusal takes precedence (RFC 9110 §13.2.1).
      failed && outcome.kind === 'ok' ? preconditionFailed() : tagged(exchange, plan, tx, outcome),
    )
  })
}

/** Whether the path has a GET: without one, clients cannot know an entity tag, and conditions are ignored. */
function isReadable({ engine, request, base }: Exchange): boolean {
  const path = request.path.slice(base.length)
  return engine.router.match('GET', path, request.query, request.headers).kind === 'found'
}

/**
 * Notes the entity tag that a later GET will answer with. Not for PUT, whose content may have been changed (RFC 9110 §9.3.4), and not
 * without content, unless the document has the field there.
 */
function tagged(exchange: Exchange, plan: Plan, tx: Transaction, outcome: Outcome): MaybePromise<Outcome> {
  if (outcome.kind === 'refused') return outcome
  const { status, headers } = outcome
  const { method } = plan.operation
  const location = method === 'POST' && status === 201 ? headers?.['Location'] : undefined
  const isUsual = location !== undefined || (method === 'PATCH' && status !== 204)
  if (!isUsual && !declaresTag(plan.operation, status)) return outcome
  return after(representationTag(exchange, tx, location), (tag) => {
    exchange.tag = tag
    return outcome
  })
}

const declaresTag = (operation: Operation, status: number): boolean =>
  responseFor(operation, status)?.headers.some(({ name }) => name.toLowerCase() === 'etag') ?? false
