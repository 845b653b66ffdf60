import type { Lifecycle } from '../../../spec/lifecycle.ts'
import { lifecycleHeaders } from '../../../spec/lifecycle.ts'
import { percentEncoded, toFieldValue } from '../header-field.ts'
import { parameterNames } from '../../../spec/routing/path-template.ts'

type Params = Readonly<Record<string, string>>
/** Header fields by name, for path parameters as they were sent. */
export type LifecycleFields = (params: Params, sunsetPassed: boolean) => Readonly<Record<string, string>>

/**
 * Header fields that tell an operation's lifecycle, for the path parameters of a request; undefined when there is
 * nothing to tell. What has ended is no longer deprecated: after the sunset there is no `Deprecation`.
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

/** Puts parameters in the place of `{name}`; undefined when the text names none. */
function filler(text: string, names: readonly string[]): ((params: Params) => string) | undefined {
  const parts = text.split(/\{([^{}]+)\}/)
  if (!parts.some((part, index) => index % 2 === 1 && names.includes(part))) return undefined
  return (params) =>
    parts.map((part, index) => (index % 2 === 0 ? part : encoded(params[part] ?? ''))).join('')
}

/** All but what may stand anywhere, and what is percent-encoded already. */
const unsafe = /%(?![0-9A-Fa-f]{2})|[^\w.~%:@,-]+/g

/** Percent-encoded already, as far as it had to be in a path; in a query and between `<>` more has to be. */
function encoded(segment: string): string {
  return /^[\w.~:@,-]*$/.test(segment) ? segment : segment.replaceAll(unsafe, percentEncoded)
}
