import type { Refuse } from '../../document-service/call.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { textOf, type Json } from '../../shared/json.ts'

export const refuse: Refuse = (status, code, message, { headers = {}, details } = {}) => {
  const fields = details?.map((detail) => ({ ...detail }))
  return reply(status, { error: { code, message, ...(fields && { fields }) } }, headers)
}

export const noSuch = (kind: string, id: Json | undefined): Reply =>
  refuse(404, 'not_found', `There is no ${kind} ${textOf(id)}.`)

export const unknownDevice = (serial: Json | undefined, path: string): Reply =>
  refuse(422, 'unknown_device', `There is no device ${textOf(serial)}.`, {
    details: [{ in: 'body', path, message: 'Refers to nothing.' }],
  })
