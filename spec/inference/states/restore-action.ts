import type { Operation } from '../../document.ts'
import { withoutSlash } from '../../routing/path-template.ts'
import { wordsOf } from '../prose/words.ts'

const verbs = new Set('restore undelete recover untrash'.split(' '))

/**
 * Whether an operation restores a deleted record, by its path: `POST /patients/{patientId}/restore`. A custom method always has a body
 * (https://google.aip.dev/136).
 */
export function isRestore({ method, path, requestBody }: Operation): boolean {
  const [above = '', last = ''] = withoutSlash(path).split(/[/:]/).slice(-2)
  return (
    method === 'POST' &&
    (requestBody?.required !== true || path.includes('}:')) &&
    above.endsWith('}') &&
    verbs.has(wordsOf(last).join(''))
  )
}
