import { isArray, memberNamed, type Json } from '../../../../spec/json.ts'

/** The values at a path, which may lead through lists. */
export function valuesAt(value: Json | undefined, [name, ...rest]: readonly string[]): readonly Json[] {
  if (value === undefined) return []
  if (name === undefined) return [value]
  return isArray(value)
    ? value.flatMap((item) => valuesAt(item, [name, ...rest]))
    : valuesAt(memberNamed(value, name), rest)
}
