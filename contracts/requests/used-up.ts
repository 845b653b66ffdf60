import { isSafe } from '../../spec/http.ts'
import type { Answer } from '../interaction.ts'

/** Whether a request may have been refused because of the state in which an earlier one left the record. */
export const mayBeStateRefusal = ({ status, draft: { operation } }: Answer): boolean =>
  status === 400 && !isSafe(operation.method) && operation.path.includes('{')
