import type { Document, Operation, SchemaNode } from '../../document.ts'
import { isSafe } from '../../http.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { jsonSchema, successResponse } from '../bodies/content.ts'
import { findRecord, type BodyPart } from '../bodies/envelope.ts'
import { isParameter, parametersOf, parseTemplate } from '../paths/template.ts'
import { wordsOf } from '../prose/words.ts'

/** Work that an operation starts and another one shows until it is done: `POST /exports` with 202, `GET /jobs/{jobId}`. */
export interface StartedWork {
  /** The operation that shows the work. */
  readonly monitor: Operation
  /** The schema of what both respond with; undefined if the start has no content. */
  readonly schema: SchemaNode
  /** The property names that lead to it in the response to the start; undefined if that has no content. */
  readonly shownAt: readonly string[] | undefined
  /** The property names that lead to it in the response of the monitor. */
  readonly monitoredAt: readonly string[]
  readonly status: number
}

const hints = { name: '', idParameter: undefined, record: undefined }

/** The work that an operation starts: it responds with what a GET shows by an id, or its 202 has only a Location. */
export function startedWork(
  document: Document,
  operations: readonly Operation[],
  operation: Operation,
): StartedWork | undefined {
  const response = successResponse(operation)
  if (isSafe(operation.method) || !response || operation.method === 'DELETE') return undefined
  const status = Number(response.status) || 200
  const body = jsonSchema(response.content)
  const hasLocation = response.headers.some(({ name }) => /^(?:location|operation-location)$/i.test(name))
  if (!body && !(status === 202 && hasLocation)) return undefined
  const shown = body && workIn(document, body)
  const pointer = shown && resolveRef(document, shown.schema).pointer
  const monitors = operations.flatMap((each) => {
    const monitor = isReachable(each, operation) ? monitorOf(document, each) : undefined
    return monitor && (pointer === undefined || resolveRef(document, monitor.schema).pointer === pointer)
      ? [{ ...monitor, monitor: each }]
      : []
  })
  const [found, ...others] = monitors
  return found && others.length === 0
    ? {
        monitor: found.monitor,
        schema: found.schema,
        shownAt: shown?.path,
        monitoredAt: found.path,
        status,
      }
    : undefined
}

/** The work in a body, whether in an envelope or not. */
const workIn = (document: Document, body: SchemaNode): BodyPart =>
  isWork(document, body)
    ? { path: [], schema: body }
    : (findRecord(document, body, hints) ?? { path: [], schema: body })

/** Whether the path of the start has all parameters of the monitor but the id. */
function isReachable(monitor: Operation, start: Operation): boolean {
  const given = parametersOf(parseTemplate(start.path).segments)
  return parametersOf(parseTemplate(monitor.path).segments)
    .slice(0, -1)
    .every((name) => given.includes(name))
}

/** What a GET of one item shows, if that is work which is done in the end. */
export function monitorOf(document: Document, operation: Operation): BodyPart | undefined {
  const body = operation.method === 'GET' ? jsonSchema(successResponse(operation)?.content ?? []) : undefined
  if (!body || !isParameter(parseTemplate(operation.path).segments.at(-1))) return undefined
  const shown = workIn(document, body)
  return isWork(document, shown.schema) ? shown : undefined
}

const waiting =
  /^(?:pending|queued|running|processing|in progress|started|accepted|not started|created|active)$/
const succeeded = /^(?:succeeded|success|successful|completed?|done|finished|ready)$/
const failed = /^(?:failed|failure|error(?:ed)?|cancell?ed|aborted|rejected)$/

/** The property of work that tells whether it is done, and its values before and after. */
export interface Progress {
  readonly property: string
  readonly before: string | boolean
  readonly after: string | boolean
}

/** How work tells that it is done: by a flag such as `done`, or by a state; undefined for a schema of anything else. */
export function progressOf(document: Document, work: SchemaNode): Progress | undefined {
  for (const [property, node] of possiblePropertiesOf(document, work)) {
    const name = wordsOf(property).join(' ')
    if (/^(?:is )?(?:done|completed|finished)$/.test(name) && typesOf(document, node).has('boolean'))
      return { property, before: false, after: true }
    const values = enumValues(document, node).filter((value) => typeof value === 'string')
    const find = (kind: RegExp): string | undefined =>
      values.find((value) => kind.test(wordsOf(value).join(' ')))
    const [before, after] = [find(waiting), find(succeeded)]
    if (/(?:^| )(?:status|state)$/.test(name) && before !== undefined && after !== undefined && find(failed))
      return { property, before, after }
  }
  return undefined
}

/** Whether a schema is that of work: it tells whether it is done, and has a place for an error, a result, or the
 * time when it was done. */
export function isWork(document: Document, node: SchemaNode): boolean {
  const names = [...possiblePropertiesOf(document, node).keys()].map((name) => wordsOf(name).join(' '))
  return (
    progressOf(document, node) !== undefined &&
    names.some((name) =>
      /\b(?:errors?|response|results?|progress|percent(?:age)?|metadata|output|message)\b|^(?:finished|completed|ended) (?:at|on)$/.test(
        name,
      ),
    )
  )
}
