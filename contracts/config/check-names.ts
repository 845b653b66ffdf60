import type { Document, Operation } from '../../spec/document.ts'
import { hint } from '../../spec/util/hint.ts'
import { checks } from '../checks/index.ts'
import { isCheck } from '../enabled-checks.ts'
import { matches, type RunOptions } from '../options.ts'
import { ConfigError } from './config-error.ts'

type NamingOptions = Pick<
  RunOptions,
  'include' | 'exclude' | 'checksOff' | 'severities' | 'auth' | 'operations'
>

/**
 * Throws a {@link ConfigError} that lists every name in the options that the document, or the runner, does not know: a misspelled
 * name would otherwise select nothing, and silently.
 */
export function checkNames(
  document: Document,
  operations: readonly Operation[],
  options: NamingOptions,
): void {
  const problems = [
    ...unknownPatterns(operations, 'include', options),
    ...unknownPatterns(operations, 'exclude', options),
    ...[...options.checksOff, ...Object.keys(options.severities)].flatMap(unknownCheck),
    ...unknownSchemes(document, options),
    ...unusedSchemes(document, operations, options),
    ...unknownOperations(operations, options),
  ]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}

function unknownPatterns(
  operations: readonly Operation[],
  option: 'include' | 'exclude',
  options: NamingOptions,
): readonly string[] {
  const known = operations.flatMap(({ id, method, path }) => [id, `${method} ${path}`])
  return options[option]
    .filter((pattern) => !operations.some((each) => matches(each, [pattern])))
    .map((pattern) => `${option}: no operation of the document matches '${pattern}'${hint(pattern, known)}`)
}

/** What is wrong with the id of a check; empty if there is such a check. */
export function unknownCheck(id: string): readonly string[] {
  if (isCheck(id)) return []
  const known = checks.map((check) => check.id)
  return [`Unknown check '${id}'${hint(id, known)} --list-checks prints all checks.`]
}

function unknownSchemes({ root }: Document, { auth }: NamingOptions): readonly string[] {
  const known = Object.keys(root.components?.securitySchemes ?? {})
  return Object.keys(auth.schemes ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => `auth: the document has no security scheme '${name}'${hint(name, known)}${listed(known)}`)
}

/** Schemes that are declared, but that no operation asks for: their credentials would never be sent. */
function unusedSchemes(
  { root }: Document,
  operations: readonly Operation[],
  { auth }: NamingOptions,
): readonly string[] {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme.name)))
  return Object.keys(auth.schemes ?? {})
    .filter((name) => Object.hasOwn(root.components?.securitySchemes ?? {}, name) && !used.has(name))
    .map(
      (name) =>
        `auth: no operation of the document has the security scheme '${name}' in its security, so nothing would be sent for it. Send a header field with every request instead (--header).`,
    )
}

const listed = (known: readonly string[]): string =>
  known.length === 0 ? ' It declares none.' : ` It declares ${known.join(', ')}.`

function unknownOperations(operations: readonly Operation[], options: NamingOptions): readonly string[] {
  const ids = operations.map(({ id }) => id)
  return Object.keys(options.operations)
    .filter((id) => !ids.includes(id))
    .map((id) => `operations: the document has no operation '${id}'${hint(id, ids)}`)
}
