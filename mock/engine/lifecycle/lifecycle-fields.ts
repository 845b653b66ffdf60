import type { Lifecycle } from '../../../spec/lifecycle.ts'
import { lifecycleHeaders } from '../../../spec/lifecycle.ts'
import { parameterNames } from '../../../spec/routing/path-template.ts'
import { percentEncoded, toFieldValue } from '../../http/header-field.ts'

type Params = Readonly<Record<string, string>>
/** Returns header fields by name, for path parameters in percent-encoded form. */
export type LifecycleFields = (params: Params, sunsetPassed: boolean) => Readonly<Record<string, string>>

/**
 * Returns a function for the Deprecation, Sunset and Link fields of an operation; undefined when it needs none. An operation
 * that has ended is no longer deprecated: after the sunset there is no `Deprecation` field.
 */
export function createLifecycleFields(lifecycle: Lifecycle, path: string): LifecycleFields | undefined {
  const names = parameterNames(path)
  const given = lifecycleHeaders(lifecycle, Object.fromEntries(names.map((name) => [name, `{${name}}`])))
  const template = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, toFieldValue(value)]),
  )
  if (Object.keys(template).length === 0) return undefined
  const { Deprecation: _, ...ended } = template
  const fill = filler(template['Link'] ?? '', names)
  return (params, sunsetPassed) => {
    const fields = sunsetPassed ? ended : template
    return fill === undefined ? fields : { ...fields, Link: fill(params) }
  }
}

/** Returns a function that replaces each `{name}` in the text by its parameter; undefined when there is none. */
function filler(text: string, names: readonly string[]): ((params: Params) => string) | undefined {
  const parts = text.split(/\{([^{}]+)\}/)
  if (!parts.some((part, index) => index % 2 === 1 && names.includes(part))) return undefined
  return (params) =>
    parts.map((part, index) => (index % 2 === 0 ? part : encoded(params[part] ?? ''))).join('')
}

/** Characters that are neither safe in every part of a URL nor percent-encoded already. */
const unsafe = /%(?![0-9A-Fa-f]{2})|[^\w.~%:@,-]+/g

/** A path segment needs less percent-encoding than a query or the `<>` of a Link field: this encodes the rest. */
function encoded(segment: string): string {
  return /^[\w.~:@,-]*$/.test(segment) ? segment : segment.replaceAll(unsafe, percentEncoded)
}
