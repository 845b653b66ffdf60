import { describeApi, type Api } from '../../contracts/api.ts'
import { readContent, type Answer, type Intent } from '../../contracts/answer.ts'
import { toHeaders, type Received } from '../../contracts/client/client.ts'
import type { Draft } from '../../contracts/draft.ts'
import type { HttpRequest } from '../../spec/http.ts'
import { loadDocument } from '../../spec/load.ts'

/** The Pet Store's document, described once. */
export const petStore: Api = describeApi(await loadDocument())

export interface Answering {
  readonly status: number
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: unknown
  /** In place of `body`, as it is. */
  readonly text?: string
  readonly method?: string
  readonly intent?: Intent
  readonly credentials?: Answer['credentials']
  readonly request?: Partial<HttpRequest>
  readonly api?: Api
}

/** What an operation of the Pet Store is taken to have answered; JSON unless the headers say otherwise. */
export function answerOf(operationId: string, given: Answering): Answer {
  const { api = petStore, status, intent = 'valid', credentials = 'unknown' } = given
  const operation = api.byId.get(operationId)
  if (!operation) throw new Error(`There is no operation ${operationId}.`)
  const response = responseOf(given)
  const method = given.method ?? operation.method
  const request = { method, path: operation.path, query: '', headers: {}, body: undefined, ...given.request }
  const draft: Draft = { operation, path: {}, query: {}, header: {}, cookie: {}, body: undefined, bindings: [] }
  return {
    subject: operation.id,
    operation,
    document: api.document,
    draft,
    exchange: { request, response, milliseconds: 1 },
    method,
    status,
    intent,
    credentials,
    content: readContent(response),
    issues: api.responses(operation)(response, method),
  }
}

function responseOf({ status, headers, body, text }: Answering): Received {
  const content = text ?? (body === undefined ? '' : JSON.stringify(body))
  const fields = headers ?? (content === '' ? [] : [['Content-Type', 'application/json'] as const])
  return { status, fields, headers: toHeaders(fields), body: Buffer.from(content), truncated: false }
}

export const json = ['Content-Type', 'application/json'] as const
export const pet = { id: 4, name: 'Luna', categoryId: 2, status: 'available' }
export const error = (status: number): object => ({ code: 'some_error', message: 'Something.', status })
