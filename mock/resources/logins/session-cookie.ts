import type { Document, HeaderParameter, Operation } from '../../../spec/document.ts'
import { responseSchema, successResponse } from '../../../spec/inference/bodies/content.ts'
import { showsToken } from '../../../spec/inference/logins.ts'
import { examplesIn } from '../../../spec/schemas/examples.ts'
import type { CrudOptions } from '../options.ts'

/**
 * The name of the cookie in which an operation on accounts keeps a session: if it declares `Set-Cookie`, or if it logs in or out without
 * a token and clients of the document send cookies. Undefined if they send tokens otherwise.
 */
export function sessionCookie(options: CrudOptions, operation: Operation): string | undefined {
  const { document } = options
  const field = setCookieOf(operation)
  if (field) return sentCookie(options) ?? nameIn(document, field) ?? 'session'
  const isLogin = /log-?(?:in|out)|sign-?(?:in|out)|sessions?$/i.test(operation.path)
  return isLogin && !showsToken(document, responseSchema(operation)) ? sentCookie(options) : undefined
}

/** Whether an operation declares that it sets a cookie. */
export const setsCookie = (operation: Operation): boolean => setCookieOf(operation) !== undefined

const setCookieOf = (operation: Operation): HeaderParameter | undefined =>
  successResponse(operation)?.headers.find(({ name }) => /^set-cookie$/i.test(name))

/** The cookie of a security scheme that an operation uses. */
const sentCookie = ({ byId }: CrudOptions): string | undefined =>
  [...byId.values()]
    .flatMap(({ security }) => security.flat())
    .find(({ scheme }) => scheme.type === 'apiKey' && scheme.in === 'cookie')?.scheme.parameterName

/** The name of the cookie in an example: `JSESSIONID=abcde12345; Path=/`. */
function nameIn(document: Document, { examples: [example], schema }: HeaderParameter): string | undefined {
  const value = example?.value ?? (schema && examplesIn(document, schema)[0])
  return typeof value === 'string' ? /^([\w.-]+)=/.exec(value)?.[1] : undefined
}
