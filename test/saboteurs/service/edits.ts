import type { Reply } from '../exchange.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { members } from '../sabotage.ts'

/** Changes the record, or each of the records, under a member of the body. */
export const records =
  (member: string, edit: (record: JsonObject) => JsonObject) =>
  (reply: Reply): Reply => {
    if (reply.status >= 300 || !isObject(reply.body ?? null)) return reply
    const body = reply.body as JsonObject
    return { ...reply, body: { ...body, [member]: members(body[member], edit)! } }
  }

/** Changes the whole body of a success. */
export const bodies =
  (edit: (body: JsonObject) => Json) =>
  (reply: Reply): Reply =>
    reply.status < 300 && isObject(reply.body ?? null)
      ? { ...reply, body: edit(reply.body as JsonObject) }
      : reply

/** Changes the body of an error. */
export const errors =
  (edit: (body: JsonObject) => Json) =>
  (reply: Reply): Reply =>
    reply.status >= 400 && isObject(reply.body ?? null)
      ? { ...reply, body: edit(reply.body as JsonObject) }
      : reply

export const crash = (): never => {
  throw new Error('The service crashed.')
}

export const stackTrace =
  'TypeError: Cannot read properties of undefined\n    at find (/srv/service/records.js:31:14)'
