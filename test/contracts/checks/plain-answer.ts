import { toHeaders } from '../../../contracts/client/client.ts'
import type { Answer } from '../../../contracts/interaction.ts'

export type Field = readonly [name: string, value: string]

export interface About {
  readonly method?: string
  readonly body?: string
  readonly query?: string
  readonly milliseconds?: number
}

/** An answer to `GET /stats` of no document, with `{}` for content. */
export function answer(fields: readonly Field[], status = 200, about: About = {}): Answer {
  const { method = 'GET', body = '{}', query = '', milliseconds = 1 } = about
  const response = { status, headers: toHeaders(fields), fields, body: Buffer.from(body), truncated: false }
  const request = { method, path: '/stats', query, headers: {}, body: undefined }
  return {
    exchange: { request, response, milliseconds },
    method,
    status,
    content: { kind: 'json', value: {}, duplicate: undefined },
    operation: undefined,
  } as unknown as Answer
}
