import { responseFor, type MediaType, type SchemaNode } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import { concreteType, isJsonType, isXmlType } from '../../../spec/http/media-type.ts'
import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../spec/json.ts'
import { jsonSent } from '../../../spec/request.ts'
import { withoutWriteOnly } from '../../../spec/schemas/write-only.ts'
import { ok, refuse, type Outcome } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { after } from '../../maybe-promise.ts'
import { addReason } from '../diagnostics/explain.ts'
import { codeOf } from '../errors/status-text.ts'
import type { Exchange } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import { preferenceApplied } from '../request/prefer.ts'
import { chooseMedia } from '../response/choose-media.ts'
import { echoing } from './echo.ts'

/** Selects one of the document's answers. */
export interface AnswerSelection {
  readonly status: number
  /** The name of an example. */
  readonly example?: string
  /** Return a generated value instead of an example. */
  readonly dynamic?: boolean
}

/**
 * Returns the answer that the document alone gives: an example of the declared response, else a value generated from its
 * schema. The same request and seed always give the same value.
 */
export function documentAnswer(
  exchange: Exchange,
  plan: Plan,
  selection: AnswerSelection,
): MaybePromise<Outcome> {
  const { status, example, dynamic = false } = selection
  const response = responseFor(plan.operation, status)
  const media = chooseMedia(response?.content ?? [], exchange.request)
  if (media === undefined) {
    addReason(exchange, 'generated', { schema: response?.pointer ?? '' })
    return ok(status)
  }
  const given = dynamic ? undefined : exchange.engine.examples.ofMediaType(media, 'response', example)
  if (given !== undefined) {
    addReason(exchange, 'example', { ...(example !== undefined && { name: example }), schema: media.pointer })
    return ok(status, example === undefined ? echoed(exchange, media.schema, given, status) : given)
  }
  addReason(exchange, 'generated', { schema: media.schema?.pointer ?? media.pointer })
  if (/\/(?:pdf|png)$/.test(media.type)) return sample(status, media.type)
  return after(generated(exchange, media, response?.description ?? '', status < 300), (body) =>
    ok(status, echoed(exchange, media.schema, body, status)),
  )
}

/** What makes files is loaded with the first one. */
const sample = async (status: number, type: string): Promise<Outcome> => {
  const { sampleFile } = await import('../../data/sample-files.ts')
  return { ...ok(status), content: { type, bytes: sampleFile(type) } }
}

/**
 * Returns the answer that `Prefer` selects by `code`, `example` or `dynamic`; undefined when it selects none, or none that
 * the operation declares.
 */
export function preferredAnswer(exchange: Exchange, plan: Plan): MaybePromise<Outcome> | undefined {
  const { code, example, dynamic = false } = exchange.preferences
  const status = code ?? plan.success.status
  const response = responseFor(plan.operation, status)
  if (response === undefined) return undefined
  const media = chooseMedia(response.content, exchange.request)
  const isNamed = example !== undefined && media?.examples.some(({ name }) => name === example) === true
  if (code === undefined && !isNamed && !dynamic) return undefined
  if (code !== undefined) exchange.applied.push(preferenceApplied('code', code))
  if (isNamed) {
    exchange.applied.push(preferenceApplied('example', example))
    return documentAnswer(exchange, plan, { status, example })
  }
  if (dynamic) exchange.applied.push(preferenceApplied('dynamic', true))
  // An example under `default` or `4XX` may be for another status than the one asked for.
  const hasExample = response.status === String(status) && (media?.examples.length ?? 0) > 0
  if (status >= 400 && (dynamic || !hasExample)) return preferredError(exchange, status)
  return documentAnswer(exchange, plan, { status, dynamic })
}

function preferredError({ engine, request }: Exchange, status: number): Outcome {
  const headers: Record<string, string> = {}
  if (status === 405) headers['Allow'] = engine.router.allow(request.path)?.join(', ') ?? ''
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer'
  if (status === 429 || status === 503) headers['Retry-After'] = '30'
  return refuse(
    status,
    codeOf(status),
    `The request asked for this response with 'Prefer: code=${status}'.`,
    {
      headers,
    },
  )
}

function generated(
  exchange: Exchange,
  { type, schema }: MediaType,
  description: string,
  isSuccess: boolean,
): MaybePromise<Json> {
  // Content without a schema is still content: send an empty value.
  const sentType = concreteType(type)
  if (schema === undefined) return isJsonType(sentType) || isXmlType(sentType) ? {} : ''
  const hints = { key: requestKey(exchange), says: saidBy(description), isSuccess }
  return exchange.engine.fake.value(schema, 'response', hints)
}

/** What a response says by its `message`, as far as its description is short enough for one: "Task deleted". */
function saidBy(description: string): string | undefined {
  const [line = ''] = description.trim().split(/\n|(?<=\.)\s/)
  return line !== '' && line.length <= 120 ? line : undefined
}

/** The value of a successful response with what the client has sent, as far as it stays valid. */
function echoed(exchange: Exchange, schema: SchemaNode | undefined, value: Json, status: number): Json {
  const sent = status < 300 ? sentWith(exchange) : undefined
  if (schema === undefined || sent === undefined) return value
  const { document, validator } = exchange.engine
  const { accepts } = validator.of(schema, 'response')
  // The request may contain writeOnly properties.
  return withoutWriteOnly(document, schema, echoing(value, sent, accepts))
}

/** The body of a request, or what tells which record a GET or HEAD reads: `team` of `/team?team=ops`. */
function sentWith({ values, plan }: Exchange): JsonObject | undefined {
  if (!values || !plan) return undefined
  const { method, parameters } = plan.operation
  const body = jsonSent(values)
  if (!isSafe(method)) return isJsonObject(body) ? body : undefined
  const names = (place: 'path' | 'query'): readonly (readonly [string, Json])[] =>
    parameters.flatMap(({ in: at, name, required }) => {
      const value = required && at === place ? values[place][name] : undefined
      return value === undefined ? [] : [[name, value] as const]
    })
  const given = [...names('path'), ...names('query')]
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/** The key of the generated value. HEAD has the same one as GET. */
function requestKey({ request, values, plan }: Exchange): string {
  const body = values && jsonSent(values)
  const sent = body === undefined ? '' : stringifyJson(body)
  const method = plan?.operation.method ?? request.method
  return `${method === 'HEAD' ? 'GET' : method} ${request.path}?${request.query} ${sent}`
}
