import {
  responseFor,
  type Document,
  type HeaderParameter,
  type Operation,
  type Response,
} from '../../../spec/document.ts'
import { partsOf } from '../../../spec/schemas/subschemas.ts'
import { own } from '../../../spec/util/object.ts'
import type { Examples } from '../../data/document-examples.ts'
import type { Fake } from '../../data/fake.ts'
import { isFieldName } from '../../http/header-field.ts'
import type { MaybePromise } from '../../maybe-promise.ts'

/** A header that a response declares, with a value for it. */
export interface DeclaredHeader {
  readonly name: string
  readonly value: string
  readonly isRequired: boolean
  /** Whether `value` replaces the mock's own value, because the document fixes it and the mock's is arbitrary. */
  readonly takesPrecedence: boolean
}

type Fields = readonly DeclaredHeader[]

/**
 * Returns the values for headers that a response requires or whose value the document fixes: an example, else a generated
 * value. Computed once per response; undefined when it needs none.
 * @param since the date that generated dates are relative to
 */
export function createDeclaredHeaders(
  document: Document,
  examples: Examples,
  fake: Fake,
  since: Date,
): (operation: Operation, status: number) => MaybePromise<Fields> | undefined {
  const fieldsOf = new Map<Response, MaybePromise<Fields> | undefined>()
  const source = { document, examples, fake, since }
  // Loaded with the first such response, which most documents do not have.
  const valueOf = async (field: HeaderParameter): Promise<string> =>
    (await import('./header-value.ts')).headerValue(source, field)
  return (operation, status) => {
    const response = responseFor(operation, status)
    // Most responses declare no headers at all.
    if (response === undefined || response.headers.length === 0) return undefined
    if (fieldsOf.has(response)) return fieldsOf.get(response)
    const needed = response.headers
      .filter(isOurs)
      .map((field) => ({ field, takesPrecedence: isOpen(operation, field) && isSaid(document, field) }))
      .filter(({ field, takesPrecedence }) => field.required || takesPrecedence)
    const fields =
      needed.length === 0
        ? undefined
        : Promise.all(
            needed.map(async ({ field: { name, required: isRequired }, field, takesPrecedence }) => {
              const value = await valueOf(field)
              return { name, value, isRequired, takesPrecedence: takesPrecedence && isSendable(name, value) }
            }),
          )
    fieldsOf.set(response, fields)
    void fields?.then((values) => fieldsOf.set(response, values))
    return fields
  }
}

/** Whether the mock's own value is arbitrary: Cache-Control, and Deprecation when the document gives no date for it. */
function isOpen({ lifecycle }: Operation, { name }: HeaderParameter): boolean {
  return /^cache-control$/i.test(name) || (/^deprecation$/i.test(name) && lifecycle.since === undefined)
}

/** Whether a Deprecation value has the format of RFC 9745, not the booleans and dates of its drafts. */
const isSendable = (name: string, value: string): boolean =>
  !/^deprecation$/i.test(name) || /^@-?\d+$/.test(value)

/** Whether the document fixes, enumerates or exemplifies the value. */
function isSaid(document: Document, { schema, examples }: HeaderParameter): boolean {
  if (examples.length > 0 || schema === undefined) return examples.length > 0
  return partsOf(document, schema, ['allOf']).some((part) =>
    ['const', 'enum', 'example', 'examples', 'default'].some(
      (keyword) => own(part.schema, keyword) !== undefined,
    ),
  )
}

/** Headers about the connection or the content coding: the server sets them. */
const ofTransport: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function isOurs({ name }: HeaderParameter): boolean {
  return isFieldName(name) && !ofTransport.has(name.toLowerCase())
}
