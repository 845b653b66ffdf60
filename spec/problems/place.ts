import type { SourceLocation } from '../document.ts'

/** `file:line:column`, which editors and terminals link. */
export function placeOf({ file, line, column }: SourceLocation): string {
  return `${file}:${String(line)}:${String(column)}`
}
