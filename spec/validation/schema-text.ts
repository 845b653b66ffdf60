import { stringifyJson, type Json } from '../json.ts'
import type { JsonSchema } from '../schema.ts'

/** Longest text, in characters: long schemas are rarely equal. */
const maxLength = 1000

/**
 * A converted schema as text, by which equal schemas share compiled code: conversion has removed titles and descriptions,
 * and half of the schemas in a large document equal another one. Undefined for a long schema.
 */
export function schemaText(schema: JsonSchema): string | undefined {
  const text = stringifyJson(schema as Json)
  return text.length > maxLength ? undefined : text
}
