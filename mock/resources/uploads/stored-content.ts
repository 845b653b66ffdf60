import type { Resource } from '../../../spec/resources.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection, Id, Transaction } from '../../store/store.ts'

/** The content of a file. */
export interface StoredContent {
  readonly bytes: Uint8Array
  readonly name: string | undefined
  readonly type: string | undefined
}

/** The place of records, with the ids of those that contain them. */
interface Place {
  readonly store: Transaction
  readonly scope: readonly Id[]
}

/** The content of a record, as it was uploaded; undefined if it was not. */
export function contentOf(resource: Resource, place: Place, id: Id): MaybePromise<StoredContent | undefined> {
  return after(contents(resource, place).get(id), (stored) => {
    if (!stored) return undefined
    const { data, name, type } = stored
    return { bytes: fromBase64(textOf(data) ?? ''), name: textOf(name), type: textOf(type) }
  })
}

/** Keeps the content of a record. */
export function putContent(
  resource: Resource,
  place: Place,
  id: Id,
  { bytes, name, type }: StoredContent,
): MaybePromise<void> {
  const record = {
    data: toBase64(bytes),
    ...(name !== undefined && { name }),
    ...(type !== undefined && { type }),
  }
  return contents(resource, place).put(id, record)
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const contents = ({ name }: Resource, { store, scope }: Place): Collection =>
  store.collection(`${name} (content)`, scope)

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

const fromBase64 = (data: string): Uint8Array => Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
