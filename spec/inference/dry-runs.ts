import { perName } from '../util/memo.ts'
import { wordsOf } from './prose/words.ts'

/**
 * Whether a parameter or property makes a request only say what it would do, if it is true: `validateOnly`
 * (https://google.aip.dev/163), `dry_run`.
 */
export const isDryRunName: (name: string) => boolean = perName((name) =>
  /^(?:validate only|dry ?run)$/.test(wordsOf(name).join(' ')),
)
