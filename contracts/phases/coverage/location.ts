import { setTimeout as sleep } from 'node:timers/promises'
import { responseFor, type HeaderParameter, type Operation } from '../../../spec/document.ts'
import { header } from '../../../spec/http.ts'
import { parameterDescription } from '../../../spec/inference/prose/sentences.ts'
import { isJsonObject } from '../../../spec/json.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { jsonOf, isSuccess } from '../../answer.ts'
import type { Api } from '../../api/api.ts'
import { locationResolves } from '../../checks/location-resolves.ts'
import type { Context } from '../../context.ts'
import { plainDraft } from '../../draft.ts'
import type { Answer } from '../../interaction.ts'
import { draftAt } from '../../requests/draft-at.ts'
import { requestAt } from '../../requests/paths.ts'

/**
 * Judges whether the Location of a response that created no record resolves, such as that of the job of a 202: if the
 * response has the schema that the location serves, or the document says that it reports progress. Other targets of a
 * 202 may not exist yet.
 */
export async function followLocation(context: Context, answer: Answer): Promise<void> {
  const { api } = context
  const location = header(answer.exchange.response.headers, 'location')
  const { operation } = answer
  if (
    location === undefined ||
    !operation ||
    !isSuccess(answer.status) ||
    api.model.roles.get(operation.id)?.operation.role === 'create'
  )
    return
  const draft = draftAt(context, location, answer)
  if (!draft || !isSameContent(api, operation, answer.status, draft.operation))
    return followProgress(context, operation, answer, location)
  const target = await context.send(draft, 'valid')
  const [found, created] = [idOf(target), idOf(answer)]
  context.judge(
    locationResolves,
    { location, status: target.status, found, created },
    { answer: target, operation, after: [answer] },
  )
}

/** Milliseconds after which a job must exist. */
const jobDelay = 1_000

/** Judges a Location that reports progress: it must resolve from the start, whatever the job's state. */
async function followProgress(
  context: Context,
  operation: Operation,
  answer: Answer,
  location: string,
): Promise<void> {
  const declared = progressField(context.api, operation, answer.status)
  const raw = requestAt(context.run.client.target, location, answer.exchange.request.path)
  if (!declared || !raw) return
  const draft = { ...plainDraft(operation, { path: {}, bindings: [] }), method: 'GET', raw }
  for (const pause of [0, jobDelay]) {
    if (pause > 0) await sleep(pause)
    const target = await context.send(draft, 'probe', { foreign: true })
    if (target.status !== 404) return
    const evidence = { location, status: 404, found: undefined, created: undefined }
    const { pointer } = declared
    if (pause > 0)
      context.judge(
        locationResolves,
        { ...evidence, progress: pointer },
        { answer: target, operation, after: [answer] },
      )
  }
}

/** The `Location` header of a 202 if its description mentions a job or its progress. */
function progressField(api: Api, operation: Operation, status: number): HeaderParameter | undefined {
  if (status !== 202) return undefined
  return responseFor(operation, status)?.headers.find(
    (each) =>
      each.name.toLowerCase() === 'location' &&
      /\b(?:job|task|status|progress|monitor(?:ing)?|poll(?:ed|ing)?)\b/i.test(
        parameterDescription(api.document, each),
      ),
  )
}

/** Whether both operations respond with the same schema. */
function isSameContent(api: Api, operation: Operation, status: number, read: Operation): boolean {
  const schema = schemaPointerOf(api, operation, status)
  return schema !== undefined && schema === schemaPointerOf(api, read, 200)
}

function schemaPointerOf(api: Api, operation: Operation, status: number): string | undefined {
  const schema = responseFor(operation, status)?.content.find(({ type }) => /json/i.test(type))?.schema
  return schema && resolveRef(api.document, schema).pointer
}

function idOf(answer: Answer): ReturnType<typeof jsonOf> {
  const body = isSuccess(answer.status) ? jsonOf(answer) : undefined
  return isJsonObject(body) ? body['id'] : undefined
}
