import type { Document, Operation } from '../document.ts'
import { appendPointer, pointerTokens } from '../json/pointer.ts'
import { follow, memberOf, type Located } from '../json/refs.ts'
import { readLifecycle } from '../lifecycle.ts'
import { createRouter } from '../routes.ts'
import { isObject, own } from '../util/object.ts'
import { formatProblem } from './spec-error.ts'

/**
 * Why an operation cannot be served, or undefined if it can: a `$ref` cannot be resolved that is a parameter, the request
 * body, the success response, or every schema of that. An unresolvable `$ref` in the schema of a request, or deeper in that of a
 * response, does not matter: any value is allowed there.
 */
export function unservableReason(
  document: Document,
  { pointer }: Pick<Operation, 'pointer'>,
): string | undefined {
  const at = (...tokens: readonly string[]): Located | undefined => descend(document, pointer, tokens)
  const pathItem = pointerTokens(pointer).slice(0, -1).reduce<string>(appendPointer, '#')
  const status = successOf(at('responses'))
  const parameters = [...itemsOf(at('parameters')), ...itemsOf(descend(document, pathItem, ['parameters']))]
  const request = at('requestBody')
  const response = status === undefined ? undefined : at('responses', status)
  // The operation needs at least one member of each group.
  const groups = [
    ...parameters.map((parameter) => [parameter]),
    ...(request ? [[request]] : []),
    ...(response ? [[response], schemasIn(document, response)] : []),
  ]
  for (const [first, ...others] of groups) {
    if (first && [first, ...others].every((node) => isUnresolvable(document, node)))
      return reasonFor(document, first)
  }
  return undefined
}

/**
 * Creates a function that says why no operation can be read for the path of a request: the `$ref` of its path item cannot
 * be resolved. Undefined when the document has no such path items.
 */
export function createBrokenPathLookup(
  document: Document,
): ((path: string) => string | undefined) | undefined {
  const paths: Located = { value: document.root.paths, pointer: '#/paths' }
  const broken = Object.keys(isObject(paths.value) ? paths.value : {}).flatMap((path) => {
    const item = memberOf(paths, path)
    return item && path.startsWith('/') && isUnresolvable(document, item) ? [{ path, item }] : []
  })
  if (broken.length === 0) return undefined
  const router = createRouter(broken.map(({ path, item }) => placeholder(path, item)))
  return (path) => {
    const match = router.match('GET', path)
    return match.kind === 'found'
      ? reasonFor(document, { value: undefined, pointer: match.operation.pointer })
      : undefined
  }
}

/** An operation that stands for a broken path item in the router. */
function placeholder(path: string, { pointer }: Located): Operation {
  return {
    id: path,
    method: 'GET',
    path,
    summary: undefined,
    description: undefined,
    errorCodes: [],
    tags: [],
    parameters: [],
    requestBody: undefined,
    responses: [],
    security: [],
    lifecycle: readLifecycle({}, {}).lifecycle,
    pointer,
  }
}

function isUnresolvable(document: Document, located: Located): boolean {
  return own(located.value, '$ref') !== undefined && follow(document, located) === undefined
}

function reasonFor(document: Document, { pointer }: Located): string {
  const problem = document.problems.find((candidate) => candidate.pointer === pointer)
  return problem ? formatProblem(problem) : `The $ref at ${pointer} cannot be resolved.`
}

/** The value below a pointer, through `$ref`s; itself as written. */
function descend(document: Document, pointer: string, tokens: readonly string[]): Located | undefined {
  const root: Located | undefined = { value: document.root, pointer: '#' }
  return [...pointerTokens(pointer), ...tokens].reduce<Located | undefined>((at, token) => {
    const target = at && follow(document, at)
    return target && memberOf(target, token)
  }, root)
}

function itemsOf(list: Located | undefined): readonly Located[] {
  if (!list || !Array.isArray(list.value)) return []
  return list.value.flatMap((_, index) => memberOf(list, String(index)) ?? [])
}

/** The lowest success status; `default` when there is none. */
function successOf(responses: Located | undefined): string | undefined {
  const statuses = Object.keys(isObject(responses?.value) ? responses.value : {}).sort()
  return (
    statuses.find((status) => /^2(?:\d\d|xx)$/i.test(status)) ??
    statuses.find((status) => status === 'default')
  )
}

/** The schema of each media type of a body, as written. */
function schemasIn(document: Document, body: Located): readonly Located[] {
  const target = follow(document, body)
  const content = target && memberOf(target, 'content')
  if (!content || !isObject(content.value)) return []
  return Object.keys(content.value).flatMap((type) => schemaOf(document, content, type) ?? [])
}

function schemaOf(document: Document, content: Located, type: string): Located | undefined {
  const media = memberOf(content, type)
  const target = media && follow(document, media)
  return target && memberOf(target, 'schema')
}
