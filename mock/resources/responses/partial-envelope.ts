import { isArray, type Json } from '../../../spec/json.ts'
import { withMember, type Member } from '../member.ts'

/** An envelope with the records, and with as much of `meta` as is valid; undefined if it is invalid with the records alone. */
export function partialEnvelope(
  body: Json,
  records: Member,
  meta: readonly Member[],
  isValid: (body: Json) => boolean,
): Json | undefined {
  const validPart = meta.reduce((accepted, member) => {
    const next = withMember(accepted, member)
    return isValid(next) ? next : accepted
  }, body)
  if (isValid(validPart)) return validPart
  // A list that must not be empty is omitted if it is optional.
  const isEmpty = isArray(records.value) && records.value.length === 0
  const without = isEmpty ? withMember(validPart, { ...records, value: undefined }) : undefined
  return without !== undefined && isValid(without) ? without : undefined
}
