import { readContent } from '../../../contracts/answer.ts'
import { describeApi, type Api } from '../../../contracts/api/api.ts'
import { toHeaders, type Received } from '../../../contracts/client/client.ts'
import type { Answer, Draft, Intent } from '../../../contracts/interaction.ts'
import type { Document, OpenApiObject } from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import { parseJson } from '../../../spec/json.ts'

export interface AnswerParts {
  readonly status: number
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: unknown
  /** In place of `body`, as it is. */
  readonly text?: string
  readonly method?: string
  readonly intent?: Intent
  readonly credentials?: Answer['credentials']
  readonly request?: Partial<HttpRequest>
}

/** An API by a document of version 3.0 that is written down whole in a test: nothing has to be loaded. */
export function apiOf(root: object): Api {
  const document: Document = {
    version: '3.0',
    source: '(object)',
    root: root as unknown as OpenApiObject,
    problems: [],
    locate: () => undefined,
  }
  return describeApi(document)
}

/** What an operation is taken to have answered; JSON unless the headers say otherwise. */
export function answerTo(api: Api, operationId: string, given: AnswerParts): Answer {
  const { status, intent = 'valid', credentials = 'unknown' } = given
  const operation = api.byId.get(operationId)
  if (!operation) throw new Error(`There is no operation ${operationId}.`)
  const response = responseOf(given)
  const method = given.method ?? operation.method
  const request = {
    method,
    path: operation.path,
    query: '',
    headers: {},
    body: undefined,
    ...given.request,
  }
  const draft: Draft = {
    operation,
    path: {},
    query: {},
    header: {},
    cookie: {},
    body: undefined,
    bindings: [],
  }
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
    content: readContent(response, parseJson),
    issues: api.responses(operation)(response, method),
  }
}

function responseOf({ status, headers, body, text }: AnswerParts): Received {
  const content = text ?? (body === undefined ? '' : JSON.stringify(body))
  const fields = headers ?? (content === '' ? [] : [json])
  return { status, fields, headers: toHeaders(fields), body: Buffer.from(content), truncated: false }
}

export const json = ['Content-Type', 'application/json'] as const
