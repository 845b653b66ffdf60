import type { Document, SchemaNode } from '../../document.ts'
import { own } from '../../util/object.ts'
import { toPattern } from '../../patterns/pattern.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { partsOf, resolveRef } from '../../schemas/subschemas.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'

/** Texts of formats that no other format allows. */
const samples: Readonly<Record<string, string>> = {
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  date: '2030-12-06',
  'date-time': '2030-12-06T11:00:00Z',
  email: 'a@example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}

const numbers = ['1', '12', '123', '123456', '1234567890']

/**
 * Whether one id can meet all of these schemas, as a text in a path: false only where that is plain to see, by values, types,
 * lengths, formats and patterns.
 */
export function canShareValue(document: Document, nodes: readonly SchemaNode[]): boolean {
  const schemas = nodes.flatMap((node) => partsOf(document, node, ['allOf']).map(({ schema }) => schema))
  const least = Math.max(0, ...schemas.map((schema) => numberOf(schema, 'minLength') ?? 0))
  const most = Math.min(...schemas.map((schema) => numberOf(schema, 'maxLength') ?? Infinity))
  if (least > most) return false
  const tests = schemas.flatMap((schema) => testsOf(schema))
  const isFitting = (text: string): boolean => tests.every((test) => test(text))
  const values = schemas.flatMap((schema) => valuesOf(schema) ?? [])
  const isNumeric = nodes.some((node) => isNumber(document, node))
  if (schemas.some((schema) => valuesOf(schema) !== undefined))
    return values.some((value) => isFitting(value) && (!isNumeric || Number.isFinite(Number(value))))
  if (isNumeric) return numbers.some(isFitting)
  const formats = schemas.flatMap((schema) => samples[String(own(schema, 'format'))] ?? [])
  return formats.length === 0 || formats.some(isFitting)
}

/**
 * Whether no value can be of both schemas, because it is plain to see that some property of the one can never be equal to
 * the same property of the other: an operation's progress is then not taken for the record it works on.
 */
export function areExclusive(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  const others = possiblePropertiesOf(document, other)
  return [...possiblePropertiesOf(document, one)].some(([name, property]) => {
    const same = others.get(name)
    return same !== undefined && !canBeEqual(document, property, same)
  })
}

function canBeEqual(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  const nodes = [one, other].map((node) => resolveRef(document, node))
  const [kinds, others] = nodes.map((node) => kindsOf(document, node))
  if (kinds?.size && others?.size && [...kinds].every((kind) => !others.has(kind))) return false
  const [values, otherValues] = nodes.map((node) =>
    partsOf(document, node, ['allOf']).flatMap(({ schema }) => valuesOf(schema) ?? []),
  )
  if (values?.length && otherValues?.length) return values.some((value) => otherValues.includes(value))
  const listed = [...(values ?? []), ...(otherValues ?? [])]
  const isNumeric = nodes.some((node) => isNumber(document, node))
  return !isNumeric || listed.length === 0 || listed.some((value) => Number.isFinite(Number(value)))
}

/** Numbers and texts are not told apart: documents type an id now as the one and now as the other. */
function kindsOf(document: Document, node: SchemaNode): ReadonlySet<string> {
  const types = [...typesOf(document, node)].filter((type) => type !== 'null')
  return new Set(types.map((type) => (type === 'integer' || type === 'number' ? 'string' : type)))
}

function testsOf(schema: unknown): readonly ((text: string) => boolean)[] {
  const values = valuesOf(schema)
  const sample = samples[String(own(schema, 'format'))]
  const pattern = own(schema, 'pattern')
  const expression = typeof pattern === 'string' ? toPattern(pattern) : undefined
  return [
    ...(values ? [(text: string) => values.includes(text)] : []),
    ...(sample === undefined ? [] : [(text: string) => isAlike(text, sample)]),
    ...(expression ? [(text: string) => expression.test(text)] : []),
  ]
}

/** As far as formats are told apart here: by their punctuation. */
function isAlike(text: string, sample: string): boolean {
  const shape = (of: string): string => of.replaceAll(/[\p{L}\p{N}]+/gu, 'x')
  return shape(text) === shape(sample)
}

function valuesOf(schema: unknown): readonly string[] | undefined {
  const values = own(schema, 'enum')
  return Array.isArray(values) ? values.map(String) : undefined
}

function numberOf(schema: unknown, keyword: string): number | undefined {
  const value = own(schema, keyword)
  return typeof value === 'number' ? value : undefined
}

function isNumber(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  return isNumeric(types) && !types.has('string')
}
