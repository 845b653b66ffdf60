import { encodeEvent } from '../../../spec/body/sequences.ts'
import { responseFor, type Document, type MediaType, type Operation } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { isJsonObject, memberNamed, type Json } from '../../../spec/json.ts'
import { jsonSent } from '../../../spec/request.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Ok } from '../../behaviour.ts'
import type { Exchange } from '../exchange.ts'
import { chooseMedia } from './choose-media.ts'

/** Enough to tell a stream from a single event. */
const length = 3

/**
 * The events of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html): an example, or values of the schema of one
 * event with what the answer without a stream would have said. The answer itself if none is declared for its status, or if the client does
 * not ask for a stream by its Accept field or by sending `stream: true`.
 */
export async function eventStream(exchange: Exchange, outcome: Ok, operation: Operation): Promise<Ok> {
  const { request, values, engine } = exchange
  const { content = [] } = responseFor(operation, outcome.status) ?? {}
  const media = content.find(({ type }) => type === 'text/event-stream')
  if (!media) return outcome
  const isSent = values !== undefined && memberNamed(jsonSent(values), 'stream') === true
  if (!isSent && chooseMedia(content, request) !== media) return outcome
  const example = engine.examples.ofMediaType(media, 'response')
  // What is only ever read as a stream has no other answer.
  const said = isSafe(operation.method) && content.length === 1 ? undefined : outcome.body
  const events =
    example === undefined
      ? await Promise.all(
          Array.from({ length }, (_, index) =>
            eventOf(exchange, said, media, `${operation.method} ${request.path} event ${String(index)}`),
          ),
        )
      : [example].flat()
  const text = [
    ...events.map(encodeEvent),
    ...(saysDone(engine.document, operation) ? ['data: [DONE]\n\n'] : []),
  ].join('')
  return { ...outcome, content: { type: 'text/event-stream', bytes: new TextEncoder().encode(text) } }
}

/** An event of the media type; the same key gives the same one. */
async function eventOf(
  { engine }: Exchange,
  body: Json | undefined,
  { schema: whole, itemSchema: schema = whole }: MediaType,
  key: string,
): Promise<Json> {
  if (schema === undefined) return body ?? null
  const event = await engine.fake.value(schema, 'response', { key })
  if (!isJsonObject(event) || !isJsonObject(body)) return event
  const properties = possiblePropertiesOf(engine.document, schema)
  const known = Object.entries(body).filter(([name, value]) => {
    const node = properties.get(name)
    return name in event && node && engine.validator.of(node, 'response').accepts(value)
  })
  return { ...event, ...Object.fromEntries(known) }
}

/** Whether the document says that a stream ends with `data: [DONE]`. */
function saysDone(document: Document, operation: Operation): boolean {
  const sent = requestSchema(operation)
  const texts = sent
    ? [...possiblePropertiesOf(document, sent).values()].map((node) => schemaDescription(document, node))
    : []
  return [operation.description ?? '', ...texts].some((text) => text.includes('[DONE]'))
}
