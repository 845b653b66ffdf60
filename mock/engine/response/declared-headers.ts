import {
  responseFor,
  type Document,
  type HeaderParameter,
  type Operation,
  type Response,
} from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { own } from '../../../spec/util/object.ts'
import { partsOf } from '../../../spec/schemas/subschemas.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Examples } from '../../data/examples.ts'
import type { Fake } from '../../data/fake.ts'
import { isFieldName, toFieldValue } from '../header-field.ts'
import { jsonText } from './json-text.ts'

/** A header field as a declared response has it. */
export interface DeclaredHeader {
  readonly name: string
  readonly value: string
  readonly isRequired: boolean
  /** The document says what it is, and what we send without that is as good as any. */
  readonly goesFirst: boolean
}

type Fields = readonly DeclaredHeader[]

/**
 * Values for the header fields a response must have, or has as the document says: an example, else generated. Worked out once
 * per response; undefined when it needs none.
 */
export function createDeclaredHeaders(
  document: Document,
  examples: Examples,
  fake: Fake,
): (operation: Operation, status: number) => MaybePromise<Fields> | undefined {
  const known = new Map<Response, MaybePromise<Fields> | undefined>()
  return (operation, status) => {
    const response = responseFor(operation, status)
    // Most declare no fields at all.
    if (response === undefined || response.headers.length === 0) return undefined
    if (known.has(response)) return known.get(response)
    const needed = response.headers
      .filter(isOurs)
      .map((field) => ({ field, goesFirst: isOpen(operation, field) && isSaid(document, field) }))
      .filter(({ field, goesFirst }) => field.required || goesFirst)
    const fields =
      needed.length === 0
        ? undefined
        : Promise.all(
            needed.map(async ({ field: { name, required: isRequired }, field, goesFirst }) => {
              const value = await valueOf(field, examples, fake)
              return { name, value, isRequired, goesFirst: goesFirst && isSendable(name, value) }
            }),
          )
    known.set(response, fields)
    void fields?.then((values) => known.set(response, values))
    return fields
  }
}

/** Whether what we send is a convention of ours: how long an answer keeps, and since when an operation is deprecated. */
function isOpen({ lifecycle }: Operation, { name }: HeaderParameter): boolean {
  return /^cache-control$/i.test(name) || (/^deprecation$/i.test(name) && lifecycle.since === undefined)
}

/** Whether it is no boolean or date, as drafts of RFC 9745 had it. */
const isSendable = (name: string, value: string): boolean =>
  !/^deprecation$/i.test(name) || /^@-?\d+$/.test(value)

/** Whether the document fixes, lists or shows the value. */
function isSaid(document: Document, { schema, examples }: HeaderParameter): boolean {
  if (examples.length > 0 || schema === undefined) return examples.length > 0
  return partsOf(document, schema, ['allOf']).some((part) =>
    ['const', 'enum', 'example', 'examples', 'default'].some(
      (keyword) => own(part.schema, keyword) !== undefined,
    ),
  )
}

/** About the connection or the coding of the content: those who send it set them. */
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

async function valueOf(field: HeaderParameter, examples: Examples, fake: Fake): Promise<string> {
  const { name, schema, pointer } = field
  const [example] = field.examples
  if (example !== undefined) return fieldValue(example.value)
  if (schema === undefined) return ''
  const value =
    examples.ofSchema(schema, 'response') ?? (await fake.value(schema, 'response', { name, key: pointer }))
  return fieldValue(value)
}

/** Style `simple`: items and members with commas between (OpenAPI 3.0.4 §4.7.21). */
function fieldValue(value: Json): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map(fieldValue).join(',')
  const text =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flat().map(String).join(',')
      : plain(value)
  return toFieldValue(text)
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value).text
}
