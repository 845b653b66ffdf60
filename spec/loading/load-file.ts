import type { Document, Locate } from '../document.ts'
import { pointerTokens } from '../json/pointer.ts'
import { refTarget } from '../json/refs.ts'
import type { Address } from './address.ts'
import { duplicateKeys } from './document-problems.ts'
import { assertWithinLimits } from './limits.ts'
import { createDocument } from './load-object.ts'
import { openApiObject } from './openapi-object.ts'
import { parseText } from './parse-text.ts'
import { readSource } from './read-source.ts'
import { refUses } from './ref-uses.ts'

/** Loads a document from a file or URL, with the files it refers to. */
export async function loadFile(address: Address, allowRemoteRefs: boolean): Promise<Document> {
  const text = await readSource(address)
  const locate: Locate = (pointer) => text.locate(pointerTokens(pointer))
  const value = parseText(text)
  assertWithinLimits(value, locate)
  const root = openApiObject(value, locate)
  const source = text.file
  const isExternal = (ref: string): boolean => !ref.startsWith('#') && refTarget({ root }, ref) === undefined
  if (!refUses(root).some(({ ref }) => isExternal(ref))) {
    return createDocument({ source, root, locate, problems: () => duplicateKeys(text) })
  }
  const { bundle } = await import('./bundle.ts')
  return createDocument({ source, ...(await bundle(address, text, root, allowRemoteRefs)) })
}
