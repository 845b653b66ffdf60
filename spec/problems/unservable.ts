import type { Document, Operation } from '../document.ts'
import { follow, memberOf, type Located } from '../reading/refs.ts'
import { isObject, own } from '../util/object.ts'
import { readLifecycle } from '../lifecycle.ts'
import { appendPointer, pointerTokens } from '../json/pointer.ts'
import { createRouter } from '../routes.ts'
import { formatProblem } from './spec-error.ts'

/**
 * Why an operation cannot be served: a `$ref` leads nowhere that stands for a parameter, for all that a request may hold,
 * or for its success or the schemas of that. Undefined when it can be. What is missing deeper in a schema may be anything.
 */
export function obstacleTo(document: Document, { pointer }: Pick<Operation, 'pointer'>): string | undefined {
  const at = (...tokens: readonly string[]): Located | undefined => valueOf(document, pointer, tokens)
  const item = pointerTokens(pointer).slice(0, -1).reduce<string>(appendPointer, '#')
  const status = successOf(at('responses'))
  const groups = [
    ...itemsOf(at('parameters')).map((each) => [each]),
    ...itemsOf(valueOf(document, item, ['parameters'])).map((each) => [each]),
    ...[at('requestBody'), status === undefined ? undefined : at('responses', status)].flatMap((part) =>
      part ? [[part], schemasIn(document, part)] : [],
    ),
  ]
  const dead = groups.find((group) => group.length > 0 && group.every((each) => isDead(document, each)))?.[0]
  return dead && reasonOf(document, dead)
}

/** Tells, for the path of a request, why what the document says of it cannot be read; undefined when it can be. */
export function createUnreadable(document: Document): ((path: string) => string | undefined) | undefined {
  const paths: Located = { value: document.root.paths, pointer: '#/paths' }
  const dead = Object.keys(isObject(paths.value) ? paths.value : {}).flatMap((path) => {
    const item = memberOf(paths, path)
    return item && path.startsWith('/') && isDead(document, item) ? [{ path, item }] : []
  })
  if (dead.length === 0) return undefined
  const router = createRouter(dead.map(({ path, item }) => placeholder(path, item)))
  return (path) => {
    const match = router.match('GET', path)
    return match.kind === 'found'
      ? reasonOf(document, { value: undefined, pointer: match.operation.pointer })
      : undefined
  }
}

/** An operation of which nothing is known but where it is. */
function placeholder(path: string, { pointer }: Located): Operation {
  return {
    id: path,
    method: 'GET',
    path,
    summary: undefined,
    description: undefined,
    tags: [],
    parameters: [],
    requestBody: undefined,
    responses: [],
    security: [],
    lifecycle: readLifecycle({}, {}).lifecycle,
    pointer,
  }
}

function isDead(document: Document, located: Located): boolean {
  return own(located.value, '$ref') !== undefined && follow(document, located) === undefined
}

function reasonOf(document: Document, { pointer }: Located): string {
  const problem = document.problems.find((each) => each.pointer === pointer)
  return problem ? formatProblem(problem) : `What stands at ${pointer} leads nowhere.`
}

/** What stands below a pointer, itself not followed. */
function valueOf(document: Document, pointer: string, tokens: readonly string[]): Located | undefined {
  const start: Located | undefined = { value: document.root, pointer: '#' }
  return [...pointerTokens(pointer), ...tokens].reduce<Located | undefined>((at, token) => {
    const target = at && follow(document, at)
    return target && memberOf(target, token)
  }, start)
}

function itemsOf(list: Located | undefined): readonly Located[] {
  if (!list || !Array.isArray(list.value)) return []
  return list.value.flatMap((_, index) => memberOf(list, String(index)) ?? [])
}

/** The lowest status of success, `default` where there is none. */
function successOf(responses: Located | undefined): string | undefined {
  const statuses = Object.keys(isObject(responses?.value) ? responses.value : {}).sort()
  return (
    statuses.find((status) => /^2(?:\d\d|xx)$/i.test(status)) ??
    statuses.find((status) => status === 'default')
  )
}

/** The schema of each media type, as written. */
function schemasIn(document: Document, part: Located): readonly Located[] {
  const target = follow(document, part)
  const content = target && memberOf(target, 'content')
  if (!content || !isObject(content.value)) return []
  return Object.keys(content.value).flatMap((name) => schemaOf(document, content, name) ?? [])
}

function schemaOf(document: Document, content: Located, name: string): Located | undefined {
  const media = memberOf(content, name)
  const target = media && follow(document, media)
  return target && memberOf(target, 'schema')
}
