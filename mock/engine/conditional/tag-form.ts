import { responseFor, type Operation, type Response } from '../../../spec/document.ts'
import { isTagOfVersion, isVersionName } from '../../../spec/inference/identity/version-name.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Engine } from '../engine.ts'

/** Forms of a tag of 16 hexadecimal digits: as it is, and as a decimal number. */
const forms: readonly ((tag: string) => string)[] = [
  (tag) => tag,
  (tag) => `"${String(BigInt(`0x${tag.slice(1, -1)}`))}"`,
]
const anyTag = '"0123456789abcdef"'
const formOf = new WeakMap<Response, (tag: string, body: Json | undefined) => string>()

/**
 * Writes the computed entity tag of a 200 in the form that its ETag header declares: some count in decimals, `^"[0-9]+"$`, some are
 * described as the version that the record has.
 */
export function inDeclaredForm(
  { document, validator }: Pick<Engine, 'document' | 'validator'>,
  operation: Operation | undefined,
  tag: string,
  body: Json | undefined,
): string {
  const response = operation && responseFor(operation, 200)
  if (response === undefined || response.headers.length === 0) return tag
  const write = getOrInsertComputed(formOf, response, () => {
    const header = response.headers.find(({ name }) => name.toLowerCase() === 'etag')
    const accepts = (written: string): boolean =>
      !header?.schema || validator.of(header.schema, 'response').accepts(written)
    const form = forms.find((each) => accepts(each(anyTag))) ?? ((as: string) => as)
    const isVersion = header !== undefined && isTagOfVersion(document, header)
    return (as: string, shown: Json | undefined) => {
      const version = isVersion && isJsonObject(shown) ? versionIn(shown) : undefined
      const written = `"${version}"`
      return version !== undefined && accepts(written) ? written : form(as)
    }
  })
  return write(tag, body)
}

const versionIn = (shown: JsonObject): number | undefined =>
  Object.entries(shown).find(
    (entry): entry is [string, number] => isVersionName(entry[0]) && typeof entry[1] === 'number',
  )?.[1]
