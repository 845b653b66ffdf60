import type { Operation } from '../../../spec/document.ts'
import { appendPointer } from '../../../spec/json/pointer.ts'
import { refuse, type Refused } from '../../behaviour.ts'

/**
 * Refuses because of one value in the body. The details name its place, so that clients can show the message beside the field.
 * @param path From the body to the value: `['items', 0, 'productId']`.
 */
export function refuseValue(
  { pointer }: Pick<Operation, 'pointer'>,
  status: number,
  code: string,
  message: string,
  path: readonly (string | number)[],
): Refused {
  const place = path.reduce<string>((above, token) => appendPointer(above, token), '')
  const issue = { in: 'body', path: place, keyword: code, message, schema: pointer } as const
  return refuse(status, code, message, { details: [issue] })
}
