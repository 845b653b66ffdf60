import { editObjects } from '../shared/edits.ts'
import type { Reply } from '../shared/exchange.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/** Changes the record, or each record of the array, in a member of a successful body. */
export const editRecords =
  (member: string, edit: (record: JsonObject) => JsonObject) =>
  (reply: Reply): Reply => {
    if (reply.status >= 300 || !isObject(reply.body ?? null)) return reply
    const body = reply.body as JsonObject
    return { ...reply, body: { ...body, [member]: editObjects(body[member], edit)! } }
  }

/** Changes the body of a success, if it is an object. */
export const editSuccess =
  (edit: (body: JsonObject) => Json) =>
  (reply: Reply): Reply =>
    reply.status < 300 && isObject(reply.body ?? null)
      ? { ...reply, body: edit(reply.body as JsonObject) }
      : reply

/** Changes the body of an error, if it is an object. */
export const editError =
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
