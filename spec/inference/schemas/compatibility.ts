import type { Document, SchemaNode } from '../../document.ts'
import { toPattern } from '../../patterns/pattern.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf, resolveRef } from '../../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { own } from '../../util/object.ts'

/** A value of each format that is valid by no other of these formats. */
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
 * Whether some id, as text in a path, can satisfy all the schemas. False only if their enums, types, lengths, formats or patterns
 * clearly exclude each other.
 */
export function canShareValue(document: Document, nodes: readonly SchemaNode[]): boolean {
  const schemas = nodes.flatMap((node) => partsOf(document, node, ['allOf']).map(({ schema }) => schema))
  const minLength = Math.max(0, ...schemas.map((schema) => numberOf(schema, 'minLength') ?? 0))
  const maxLength = Math.min(...schemas.map((schema) => numberOf(schema, 'maxLength') ?? Infinity))
  if (minLength > maxLength) return false
  const tests = schemas.flatMap((schema) => testsOf(schema))
  const satisfiesAll = (text: string): boolean => tests.every((test) => test(text))
  const values = schemas.flatMap((schema) => valuesOf(schema) ?? [])
  const isNumeric = nodes.some((node) => isNumber(document, node))
  if (schemas.some((schema) => valuesOf(schema) !== undefined))
    return values.some((value) => satisfiesAll(value) && (!isNumeric || Number.isFinite(Number(value))))
  if (isNumeric) return numbers.some(satisfiesAll)
  const formats = schemas.flatMap((schema) => samples[String(own(schema, 'format'))] ?? [])
  return formats.length === 0 || formats.some(satisfiesAll)
}

/**
 * Whether some property of one schema can never equal the same property of the other. A response that reports the progress of a
 * job is told apart from the record that the job works on in this way.
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

/** Counts numbers as strings: documents type the same id as either. */
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
    ...(sample === undefined ? [] : [(text: string) => hasShapeOf(text, sample)]),
    ...(expression ? [(text: string) => expression.test(text)] : []),
  ]
}

/** Whether a text has the punctuation of the sample, by which the formats above differ. */
function hasShapeOf(text: string, sample: string): boolean {
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
