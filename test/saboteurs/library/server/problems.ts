import type { Refuse } from '../../document-service/call.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { type Json, textOf } from '../../shared/json.ts'

/** Problem details (RFC 9457). */
export const refuse: Refuse = (status, code, message, { headers = {}, details } = {}) => {
  const type = `https://library.example/problems/${code.replaceAll('_', '-')}`
  const errors = details?.map((detail) => ({ ...detail }))
  return reply(
    status,
    { type, title: titles[status] ?? 'Problem', status, detail: message, ...(errors && { errors }) },
    headers,
  )
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition failed',
  413: 'Content too large',
  414: 'URL too long',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
}

export const noSuch = (kind: string, id: string): Reply =>
  refuse(404, 'not_found', `There is no ${kind} ${id}.`)

export const unknown = (kind: string, id: Json | undefined): Reply =>
  refuse(422, `unknown_${kind}`, `There is no ${kind} ${textOf(id)}.`, {
    details: [{ in: 'body', path: `/${kind}Id`, message: 'Refers to nothing.' }],
  })
