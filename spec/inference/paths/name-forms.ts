import type { Document, Operation, Parameter } from '../../document.ts'
import type { EncodeNames } from '../../routes.ts'
import { escapeRegExp } from '../../util/escape-reg-exp.ts'
import { lazily } from '../../util/lazily.ts'
import { own } from '../../util/object.ts'
import { parameterDescription } from '../prose/sentences.ts'
import { pathOfPattern } from './item-path.ts'

/** A part that varies: `{project}`, `*`, `[PROJECT_ID]`, `<project>`. */
const variables = /\{[\w.-]+\}|\*|\[[A-Z_]+\]|<[\w-]+>/g

/** `projects/{}/locations/{}`, but not the path `/v1/projects/{}`. */
const form = /(?<![/\w{}.-])[A-Za-z][\w-]*\/\{\}(?:\/[A-Za-z][\w-]*(?:\/\{\})?)*(?![\w/{])/

/**
 * The form of the resource names that a path parameter takes, with `{}` for each part that varies, if its pattern or its description
 * shows it: `projects/{}/locations/{}` (https://google.aip.dev/122).
 */
export function nameForm(document: Document, parameter: Parameter): string | undefined {
  const pattern = parameter.schema && own(parameter.schema.schema, 'pattern')
  const required = typeof pattern === 'string' ? pathOfPattern(pattern) : undefined
  if (required !== undefined && form.exec(required)?.[0] === required) return required
  return form.exec(parameterDescription(document, parameter).replaceAll(variables, '{}'))?.[0]
}

/** A path with resource names: what is between them, and how requests look. */
interface NamedPath {
  readonly literals: readonly string[]
  readonly pattern: RegExp
}

/**
 * Creates a function that encodes the slashes of resource names in the path of a request, which clients send as they are:
 * `/v1/projects/p/topics` becomes `/v1/projects%2Fp/topics` if there is a path `/v1/{parent}/topics` whose `parent` takes such names.
 * Undefined for all other paths.
 */
export function createNameEncoder(document: Document, operations: readonly Operation[]): EncodeNames {
  const paths = lazily(() => pathsWithNames(document, operations))
  return (path) => {
    for (const { literals, pattern } of paths()) {
      const values = pattern.exec(path)?.slice(1)
      if (values)
        return literals.map((text, index) => text + (values[index] ?? '').replaceAll('/', '%2F')).join('')
    }
    return undefined
  }
}

/** The paths with resource names, those with the longest literals first. */
function pathsWithNames(document: Document, operations: readonly Operation[]): readonly NamedPath[] {
  // In some documents only one of several operations on a path describes the names.
  const names = new Set(
    operations.flatMap(({ parameters }) =>
      parameters
        .filter((each) => each.in === 'path' && nameForm(document, each) !== undefined)
        .map(({ name }) => name),
    ),
  )
  const paths = new Set(operations.map(({ path }) => path))
  return [...paths]
    .map((path) => path.split(/\{([^{}]+)\}/))
    .filter((parts) => parts.some((part, index) => index % 2 === 1 && names.has(part)))
    .map((parts) => ({
      literals: parts.filter((_, index) => index % 2 === 0),
      pattern: new RegExp(
        `^${parts.map((part, index) => (index % 2 === 0 ? escapeRegExp(part) : names.has(part) ? '(.+)' : '([^/]+)')).join('')}$`,
      ),
    }))
    .toSorted((one, other) => other.literals.join('').length - one.literals.join('').length)
}
