import { responseFor, type HeaderParameter, type Operation, type Response } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { Examples } from '../data/examples.ts'
import type { Fake } from '../data/fake.ts'
import { isFieldName, sendable } from './field.ts'
import { jsonText } from './json-text.ts'

type Fields = readonly (readonly [name: string, value: string])[]

/**
 * Values for the header fields a response must have: an example, else generated. Worked out once per response;
 * undefined when it needs none.
 */
export function createRequiredHeaders(
  examples: Examples,
  fake: Fake,
): (operation: Operation, status: number) => Promise<Fields> | undefined {
  const known = new Map<Response, Promise<Fields> | undefined>()
  return (operation, status) => {
    const response = responseFor(operation, status)
    // Most declare no fields at all.
    if (response === undefined || response.headers.length === 0) return undefined
    if (known.has(response)) return known.get(response)
    const required = response.headers.filter(isOurs)
    const fields =
      required.length === 0 ? undefined : Promise.all(required.map((each) => valueOf(each, examples, fake)))
    known.set(response, fields)
    return fields
  }
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

function isOurs({ required, name }: HeaderParameter): boolean {
  return required && isFieldName(name) && !ofTransport.has(name.toLowerCase())
}

async function valueOf(
  field: HeaderParameter,
  examples: Examples,
  fake: Fake,
): Promise<readonly [string, string]> {
  const { name, schema, pointer } = field
  const [example] = field.examples
  if (example !== undefined) return [name, fieldValue(example.value)]
  if (schema === undefined) return [name, '']
  const value =
    examples.ofSchema(schema, 'response') ?? (await fake.value(schema, 'response', { name, key: pointer }))
  return [name, fieldValue(value)]
}

/** Style `simple`: items and members with commas between (OpenAPI 3.0.4 §4.7.21). */
function fieldValue(value: Json): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map(fieldValue).join(',')
  const text =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flat().map(String).join(',')
      : plain(value)
  return sendable(text)
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value).text
}
