import { headerValues } from '../../spec/http.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'
import { declaresHeader } from './lifecycle-fields.ts'

/** Only what the document calls deprecated, or gives an end, is announced so. */
export const undeclaredDeprecation: Check<Answer> = {
  id: 'undeclared-deprecation',
  title: 'Nothing else is announced as deprecated',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.10: deprecated declares that an operation should no longer be used',
  judge(answer) {
    const { operation } = answer
    if (!operation || operation.lifecycle.deprecated || answer.status >= 500) return fine
    const isEnding = operation.lifecycle.sunset !== undefined
    return [...judge(answer, 'Deprecation'), ...(isEnding ? fine : judge(answer, 'Sunset'))]
  },
}

function judge({ operation, exchange }: Answer, name: 'Deprecation' | 'Sunset'): readonly Violation[] {
  const values = headerValues(exchange.response.headers, name)
  if (values.length === 0 || !operation || declaresHeader(operation, name.toLowerCase())) return fine
  return [
    {
      cause: name.toLowerCase(),
      expected: `no ${name}: the document does not call the operation deprecated`,
      actual: `${name}: ${values.join(', ')}`,
      requirement: `${operation.pointer} (deprecated is false)`,
    },
  ]
}
