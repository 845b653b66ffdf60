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
  /** Which of several files of a record it is: `photo`. */
  readonly part?: string | undefined
}

/** The content of a record, as it was uploaded; undefined if it was not. */
export function contentOf(resource: Resource, place: Place, id: Id): MaybePromise<StoredContent | undefined> {
  return after(contents(resource, place).get(id), (stored) => {
    if (!stored || stored['isRemoved'] === true) return undefined
    const { data, name, type } = stored
    return { bytes: fromBase64(textOf(data) ?? ''), name: textOf(name), type: textOf(type) }
  })
}

/** Removes the content of a record; whether there was some. A file that was there from the start leaves a mark that it is gone. */
export async function removeContent(resource: Resource, place: Place, id: Id): Promise<boolean> {
  const known = await contents(resource, place).get(id)
  await contents(resource, place).put(id, { isRemoved: true })
  return known !== undefined && known['isRemoved'] !== true
}

/** Whether the content of a record was removed. */
export const isRemoved = async (resource: Resource, place: Place, id: Id): Promise<boolean> =>
  (await contents(resource, place).get(id))?.['isRemoved'] === true

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

const contents = ({ name }: Resource, { store, scope, part }: Place): Collection =>
  store.collection(part === undefined ? `${name} (content)` : `${name} (${part})`, scope)

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

const fromBase64 = (data: string): Uint8Array => Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
