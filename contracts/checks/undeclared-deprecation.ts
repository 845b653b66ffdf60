import { headerValues } from '../../spec/http.ts'
import { fine, type Check, type Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { declaresHeader } from './lifecycle-fields.ts'

/** Only operations that the document deprecates, or gives a sunset, send Deprecation or Sunset. */
export const undeclaredDeprecation: Check<Answer> = {
  id: 'undeclared-deprecation',
  title: 'Only deprecated operations announce deprecation',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.10: deprecated declares that an operation should not be used any more',
  judge(answer) {
    const { operation } = answer
    if (!operation || operation.lifecycle.deprecated || answer.status >= 500) return fine
    const hasSunset = operation.lifecycle.sunset !== undefined
    return [...undeclared(answer, 'Deprecation'), ...(hasSunset ? fine : undeclared(answer, 'Sunset'))]
  },
}

function undeclared({ operation, exchange }: Answer, name: 'Deprecation' | 'Sunset'): readonly Violation[] {
  const values = headerValues(exchange.response.headers, name)
  if (values.length === 0 || !operation || declaresHeader(operation, name.toLowerCase())) return fine
  return [
    {
      cause: name.toLowerCase(),
      expected: `no ${name} header, because the document does not deprecate the operation`,
      actual: `${name}: ${values.join(', ')}`,
      requirement: `${operation.pointer} (deprecated: false)`,
    },
  ]
}
