import type { Document, Operation } from '../document.ts'
import { possiblePropertiesOf } from '../schemas/properties.ts'
import { keywordOf } from '../schemas/subschemas.ts'
import { perName } from '../util/memo.ts'
import { requestSchema } from './bodies/content.ts'
import { wordsOf } from './prose/words.ts'

/**
 * Whether a parameter or property makes a request only say what it would do, if it is true: `validateOnly`
 * (https://google.aip.dev/163), `dry_run`.
 */
export const isDryRunName: (name: string) => boolean = perName((name) =>
  /^(?:validate only|dry ?run)$/.test(wordsOf(name).join(' ')),
)

/** What is taken for sent if it is not: `{dry_run: true}` where that is the default. */
export function dryRunDefault(document: Document, operation: Operation): { readonly [name: string]: true } {
  const body = requestSchema(operation)
  const [found] = [...(body ? possiblePropertiesOf(document, body) : [])].filter(
    ([name, node]) => isDryRunName(name) && keywordOf(document, node, 'default') === true,
  )
  return found ? { [found[0]]: true } : {}
}
