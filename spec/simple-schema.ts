import type { JsonSchema } from './schema.ts'

/** Keywords of schemas that hold no others, with values that are short. */
const simple = new Set([
  'type',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
])

/** A converted schema of such keywords alone as text, the same for all that ask the same; undefined for any other. */
export function simpleText(schema: JsonSchema): string | undefined {
  if (typeof schema === 'boolean') return undefined
  const names = Object.keys(schema)
  return names.every((name) => simple.has(name)) ? JSON.stringify(schema) : undefined
}
