import { isSafe } from '../../spec/http.ts'
import type { Answer } from '../answer.ts'

/** Whether a request may have been refused for the state in which the one before it has left the record. */
export const mayBeUsedUp = ({ status, draft: { operation } }: Answer): boolean =>
  status === 400 && !isSafe(operation.method) && operation.path.includes('{')
