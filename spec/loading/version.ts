import type { OpenApiObject, SpecVersion } from '../document.ts'
import { isObject, own } from '../util/object.ts'
import type { Locate } from './plain.ts'
import { SpecError, fatal } from '../problems/spec-error.ts'
import type { FatalProblem } from '../problems/spec-error.ts'

/** An OpenAPI Object: its version is one we know, and its paths, if any, are an object. Else throws a {@link SpecError}. */
export function openApiObject(value: unknown, locate: Locate): OpenApiObject {
  if (!isObject(value)) {
    throw new SpecError([
      fatal('not-an-object', 'An OpenAPI document is an object, and this is not.', locate('#')),
    ])
  }
  const [first, ...others] = [...versionProblems(value, locate), ...pathsProblems(value, locate)]
  if (first) throw new SpecError([first, ...others])
  return value as unknown as OpenApiObject
}

/** 3.0 for `3.0.3`; for the number `3` too, which is what YAML makes of an unquoted `3.0`. */
export function versionOf(root: OpenApiObject): SpecVersion {
  return recognise(root.openapi) ?? '3.0'
}

function recognise(version: unknown): SpecVersion | undefined {
  if (version === 3) return '3.0'
  const [, minor] = /^3\.([012])(?:\.\d+)?(?:-.+)?$/.exec(String(version)) ?? []
  return minor === undefined ? undefined : (`3.${minor}` as SpecVersion)
}

function versionProblems(value: Readonly<Record<string, unknown>>, locate: Locate): readonly FatalProblem[] {
  const version = own(value, 'openapi')
  const swagger = own(value, 'swagger')
  if (recognise(version) !== undefined) return []
  if (version === undefined && swagger !== undefined) {
    const message = `This is a Swagger ${JSON.stringify(swagger)} document: convert it to OpenAPI 3.0, 3.1 or 3.2 first.`
    return [fatal('swagger-2', message, locate('#/swagger'), '#/swagger')]
  }
  if (version === undefined) {
    return [
      fatal(
        'no-openapi-version',
        'There is no `openapi` member: this is not an OpenAPI document.',
        locate('#'),
      ),
    ]
  }
  const message = `OpenAPI ${JSON.stringify(version)} is not supported: 3.0, 3.1 and 3.2 are.`
  return [fatal('unsupported-version', message, locate('#/openapi'), '#/openapi')]
}

function pathsProblems(value: Readonly<Record<string, unknown>>, locate: Locate): readonly FatalProblem[] {
  const paths = own(value, 'paths')
  if (paths === undefined || isObject(paths)) return []
  return [fatal('invalid-paths', 'The paths must be an object.', locate('#/paths'), '#/paths')]
}
