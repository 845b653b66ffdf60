import type { Json } from '../../../../spec/json.ts'

/** The cursor of the page that begins at an offset. */
export const cursorAt = (offset: number): string => btoa(`offset:${String(offset)}`).replaceAll('=', '')

/** The offset of the page that a cursor stands for; undefined for values that are no cursors of ours. */
export function cursorOffset(value: Json | undefined): number | undefined {
  if (typeof value !== 'string') return undefined
  try {
    const offset = /^offset:(\d{1,15})$/.exec(atob(value))?.[1]
    return offset === undefined ? undefined : Number(offset)
  } catch {
    return undefined
  }
}
