import { escapeHtml } from '../../../spec/util/escape-html.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { visible } from '../visible.ts'

/** HTML that needs no escaping. */
export interface Markup {
  readonly markup: string
}

type Part = string | number | Markup | false | undefined | readonly Part[]

/** A template for HTML that escapes everything but nested markup. Attribute values must be in double quotes. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const strings = withoutIndents(template)
  let markup = strings[0] ?? ''
  for (const [index, part] of parts.entries()) markup += write(part) + (strings[index + 1] ?? '')
  return { markup }
}

const known = new WeakMap<TemplateStringsArray, readonly string[]>()

/** Removes the indentation of the source, which would be a third of the page. */
function withoutIndents(template: TemplateStringsArray): readonly string[] {
  return getOrInsertComputed(known, template, () => template.map((each) => each.replaceAll(/\n\s+/g, '\n')))
}

function write(part: Part): string {
  if (part === false || part === undefined) return ''
  if (typeof part === 'string') return escapeHtml(visible(part))
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(write).join('')
}

/** Text to be copied: escaped, and nothing made visible. */
export function exact(text: string): Markup {
  return { markup: escapeHtml(text) }
}

/** Our own markup, such as a style sheet. Never for what came from a document or a server. */
export function trusted(markup: string): Markup {
  return { markup }
}
