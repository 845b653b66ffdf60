import type { Part } from './multipart.ts'

const filesByForm = new WeakMap<object, ReadonlyMap<string, Part>>()

/** Notes the files of a form, of which its value has only the text. */
export function noteFiles(form: object, parts: readonly Part[]): void {
  const files = parts.flatMap((part) => (part.name === undefined ? [] : [[part.name, part] as const]))
  filesByForm.set(form, new Map(files))
}

/** The parts of a decoded form by their names, as they were sent; undefined for any other value. */
export const filesIn = (form: unknown): ReadonlyMap<string, Part> | undefined =>
  typeof form === 'object' && form !== null ? filesByForm.get(form) : undefined
