import { responseFor, type Operation, type Response } from '../../../spec/document.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Validator } from '../../../spec/validate.ts'

/** Forms of a tag of 16 hexadecimal digits: as it is, and as a decimal number. */
const forms: readonly ((tag: string) => string)[] = [
  (tag) => tag,
  (tag) => `"${String(BigInt(`0x${tag.slice(1, -1)}`))}"`,
]
const anyTag = '"0123456789abcdef"'
const formOf = new WeakMap<Response, (tag: string) => string>()

/** Writes the computed entity tag of a 200 in the form that its ETag header declares: some count in decimals, `^"[0-9]+"$`. */
export function inDeclaredForm(validator: Validator, operation: Operation | undefined, tag: string): string {
  const response = operation && responseFor(operation, 200)
  if (response === undefined || response.headers.length === 0) return tag
  const write = getOrInsertComputed(formOf, response, () => {
    const schema = response.headers.find(({ name }) => name.toLowerCase() === 'etag')?.schema
    const isDeclared = (form: (tag: string) => string): boolean =>
      schema === undefined || validator.of(schema, 'response').accepts(form(anyTag))
    return forms.find(isDeclared) ?? ((as: string) => as)
  })
  return write(tag)
}
