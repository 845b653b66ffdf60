import type { JsonObject } from '../../spec/json.ts'

const deletionMark = /^(?:(?:is_?)?(?:deleted|removed|archived)(?:_?(?:at|on|date|time))?|delete_?time)$/i

/** Whether the record says that it is deleted or archived. */
export function isMarkedDeleted(record: JsonObject | undefined): boolean {
  return Object.entries(record ?? {}).some(
    ([name, value]) => deletionMark.test(name) && value !== null && value !== false,
  )
}
