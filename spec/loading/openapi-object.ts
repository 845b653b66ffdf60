import type { Locate, OpenApiObject, SpecVersion } from '../document.ts'
import { SpecError, fatal } from '../problems/spec-error.ts'
import type { FatalProblem } from '../problems/spec-error.ts'
import { isObject, own } from '../util/object.ts'

/**
 * The value as an OpenAPI Object. Throws a {@link SpecError} when it is not an object, its version is not supported, or its
 * `paths` are not an object.
 */
export function openApiObject(value: unknown, locate: Locate): OpenApiObject {
  if (!isObject(value)) {
    throw new SpecError([fatal('not-an-object', 'An OpenAPI document must be an object.', locate('#'))])
  }
  const [first, ...others] = [...versionProblems(value, locate), ...pathsProblems(value, locate)]
  if (first) throw new SpecError([first, ...others])
  return value as unknown as OpenApiObject
}

/** The minor version, `3.0` for `3.0.3`. The number 3, which is how YAML reads an unquoted `3.0`, counts as 3.0 too. */
export function versionOf(root: OpenApiObject): SpecVersion {
  return supportedVersion(root.openapi) ?? '3.0'
}

function supportedVersion(version: unknown): SpecVersion | undefined {
  if (version === 3) return '3.0'
  const [, minor] = /^3\.([012])(?:\.\d+)?(?:-.+)?$/.exec(String(version)) ?? []
  return minor === undefined ? undefined : (`3.${minor}` as SpecVersion)
}

function versionProblems(value: Readonly<Record<string, unknown>>, locate: Locate): readonly FatalProblem[] {
  const version = own(value, 'openapi')
  const swagger = own(value, 'swagger')
  if (supportedVersion(version) !== undefined) return []
  if (version === undefined && swagger !== undefined) {
    const message = `Swagger ${JSON.stringify(swagger)} is not supported. Convert the document to OpenAPI 3 first, such as with: npx swagger2openapi <document> -o openapi.yaml`
    return [fatal('swagger-2', message, locate('#/swagger'), '#/swagger')]
  }
  if (version === undefined) {
    return [
      fatal(
        'no-openapi-version',
        "This is not an OpenAPI document: the field 'openapi' is missing.",
        locate('#'),
      ),
    ]
  }
  const message = `OpenAPI ${JSON.stringify(version)} is not supported. Supported are 3.0, 3.1 and 3.2.`
  return [fatal('unsupported-version', message, locate('#/openapi'), '#/openapi')]
}

function pathsProblems(value: Readonly<Record<string, unknown>>, locate: Locate): readonly FatalProblem[] {
  const paths = own(value, 'paths')
  if (paths === undefined || isObject(paths)) return []
  return [fatal('invalid-paths', "The value of 'paths' must be an object.", locate('#/paths'), '#/paths')]
}
