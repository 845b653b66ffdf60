import { responseFor, type Operation } from '../../../spec/document.ts'
import { header } from '../../../spec/http.ts'
import { isJsonObject } from '../../../spec/json.ts'
import { resolveRef } from '../../../spec/refs.ts'
import { jsonOf, isSuccess, type Answer } from '../../answer.ts'
import type { Api } from '../../api.ts'
import { locationResolves } from '../../checks/location-resolves.ts'
import type { Context } from '../../context.ts'
import { draftAt } from '../../records/paths.ts'

/**
 * Where an answer that is no record of a list shows what its Location leads to, as the job of 202, it is there. What a
 * Location of 202 leads to otherwise may have to be made first.
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
  if (!draft || !isSameContent(api, operation, answer.status, draft.operation)) return
  const there = await context.send(draft, 'valid')
  const [found, created] = [idOf(there), idOf(answer)]
  context.judge(
    locationResolves,
    { location, status: there.status, found, created },
    { answer: there, operation, after: [answer] },
  )
}

function isSameContent(api: Api, operation: Operation, status: number, read: Operation): boolean {
  const [shown, there] = [contentOf(api, operation, status), contentOf(api, read, 200)]
  return shown !== undefined && shown === there
}

function contentOf(api: Api, operation: Operation, status: number): string | undefined {
  const schema = responseFor(operation, status)?.content.find(({ type }) => /json/i.test(type))?.schema
  return schema && resolveRef(api.document, schema).pointer
}

function idOf(answer: Answer): ReturnType<typeof jsonOf> {
  const body = isSuccess(answer.status) ? jsonOf(answer) : undefined
  return isJsonObject(body) ? body['id'] : undefined
}
