import type {
  Document,
  Operation,
  Parameter,
  Response,
  SecurityRequirement,
  SecurityScheme,
  SpecProblem,
} from './document.ts'
import type { Located } from './reading/refs.ts'
import { readLifecycle } from './lifecycle.ts'
import { isObject, own, ownText } from './util/object.ts'
import { parameterNames } from './routing/path-template.ts'
import { appendPointer } from './json/pointer.ts'
import { parameterDefaults, readParameter, readRequestBody, readResponse } from './reading/messages.ts'
import { Walker } from './reading/walker.ts'

/** The operations of a document, and what is wrong with them. */
export interface OperationTable {
  /** In the order of the document. */
  readonly operations: readonly Operation[]
  readonly byId: ReadonlyMap<string, Operation>
  readonly problems: readonly SpecProblem[]
}

const tables = new WeakMap<Document, OperationTable>()

/** Every operation of the document, references followed and defaults filled in; worked out once per document. */
export function operationsOf(document: Document): OperationTable {
  const known = tables.get(document)
  if (known) return known
  const table = new Reader(document).read()
  tables.set(document, table)
  return table
}

/** The operations of a path item that stands elsewhere than under a path: in a callback, as a webhook. */
export function readPathItem(document: Document, item: Located): readonly Operation[] {
  return new Reader(document).pathItem('', item)
}

const fixedMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']
/** By OpenAPI 3.0.4 §4.7.12.1, and as each message has them for its own framing (RFC 9112 §6), whatever a document says. */
const ignoredHeaders = new Set(
  'accept content-type authorization content-length transfer-encoding connection'.split(' '),
)

/** Reads operations; `raw` is everywhere an Operation Object, and `item` the Path Item Object that has it. */
class Reader {
  private readonly walker: Walker
  private readonly schemes: ReadonlyMap<string, SecurityScheme>
  /** What several operations refer to, by where it stands: large documents have it thousands of times. */
  private readonly shared: Map<string, unknown> = new Map()

  constructor(document: Document) {
    this.walker = new Walker(document)
    this.schemes = readSecuritySchemes(this.walker)
  }

  read(): OperationTable {
    const { walker } = this
    const found = walker
      .members(walker.root, 'paths')
      .filter(([path]) => path.startsWith('/'))
      .flatMap(([path, item]) => this.pathItem(path, item))
    const byId = new Map<string, Operation>()
    const operations = found.map((operation) => {
      const named = byId.has(operation.id) ? this.renamed(operation) : operation
      byId.set(named.id, named)
      return named
    })
    return { operations, byId, problems: walker.problems }
  }

  pathItem(path: string, item: Located): readonly Operation[] {
    const fixed = fixedMethods.flatMap((name) => {
      const raw = this.walker.child(item, name)
      return raw && isObject(raw.value) ? [this.operation(name.toUpperCase(), path, raw, item)] : []
    })
    const others = this.walker
      .members(item, 'additionalOperations')
      .map(([method, raw]) => this.operation(method, path, raw, item))
    return [...fixed, ...others]
  }

  private renamed(operation: Operation): Operation {
    this.walker.problem(
      'duplicate-operation-id',
      'warning',
      `'${operation.id}' names more than one operation.`,
      `${operation.pointer}/operationId`,
    )
    return { ...operation, id: `${operation.method} ${operation.path}` }
  }

  private operation(method: string, path: string, raw: Located, item: Located): Operation {
    const { walker } = this
    const node = raw.value as Readonly<Record<string, unknown>>
    const { lifecycle, problems } = readLifecycle(node, isObject(item.value) ? item.value : {})
    for (const { message, name } of problems)
      walker.problem('invalid-lifecycle', 'warning', message, appendPointer(raw.pointer, name))
    return {
      id: ownText(node, 'operationId') ?? `${method} ${path}`,
      method,
      path,
      summary: ownText(node, 'summary'),
      description: ownText(node, 'description'),
      tags: Array.isArray(node['tags']) ? node['tags'].filter((tag) => typeof tag === 'string') : [],
      parameters: this.parameters(raw, item, path),
      requestBody: readRequestBody(walker, raw),
      responses: this.responses(raw),
      security: this.security(raw),
      lifecycle,
      pointer: raw.pointer,
    }
  }

  /** An operation's parameter stands for the path's one of the same name and place. */
  private parameters(raw: Located, item: Located, path: string): readonly Parameter[] {
    const { walker } = this
    const byKey = new Map<string, Parameter>()
    for (const located of [...walker.items(item, 'parameters'), ...walker.items(raw, 'parameters')]) {
      const parameter = this.once(located, raw, '', () => readParameter(walker, located))
      if (!parameter) continue
      if (parameter.in === 'header' && ignoredHeaders.has(parameter.name.toLowerCase())) continue
      if (parameter.in === 'path' && !path.includes(`{${parameter.name}}`)) continue
      byKey.set(`${parameter.in} ${parameter.name}`, parameter)
    }
    for (const name of parameterNames(path)) {
      if (!byKey.has(`path ${name}`)) byKey.set(`path ${name}`, this.undeclared(name, raw))
    }
    return [...byKey.values()]
  }

  private undeclared(name: string, raw: Located): Parameter {
    this.walker.problem(
      'undeclared-path-parameter',
      'warning',
      `The path names '{${name}}', which is not declared.`,
      raw.pointer,
    )
    const pointer = appendPointer(raw.pointer, 'parameters')
    const schema = { schema: { type: 'string' }, pointer: `${pointer}/${name}` }
    return {
      ...parameterDefaults('path'),
      name,
      in: 'path',
      required: true,
      schema,
      content: undefined,
      examples: [],
      pointer,
    }
  }

  private responses(raw: Located): readonly Response[] {
    const { walker } = this
    return walker
      .members(raw, 'responses')
      .flatMap(([status, response]) =>
        this.once(response, raw, status, () => readResponse(walker, status, response)),
      )
  }

  private security(raw: Located): readonly SecurityRequirement[] {
    const given = own(raw.value, 'security') ?? own(this.walker.document.root, 'security')
    return Array.isArray(given) ? given.flatMap((each) => this.requirement(each, raw) ?? []) : []
  }

  private requirement(given: unknown, raw: Located): [SecurityRequirement] | undefined {
    const names = isObject(given) ? Object.entries(given) : []
    const known = names.flatMap(([name, scopes]) => {
      const scheme = this.schemes.get(name)
      return scheme ? [{ scheme, scopes: Array.isArray(scopes) ? (scopes as string[]) : [] }] : []
    })
    if (known.length === names.length) return [known]
    this.walker.problem(
      'unknown-security-scheme',
      'warning',
      `A security requirement names an unknown scheme: ${names.map(([name]) => name).join(', ')}.`,
      raw.pointer,
    )
    return undefined
  }

  /** Reads what is part of an operation only by a `$ref` once for all of them. */
  private once<T>(located: Located, raw: Located, key: string, read: () => T): T {
    if (located.pointer.startsWith(raw.pointer)) return read()
    const place = `${key} ${located.pointer}`
    const before = this.shared.get(place) as T | undefined
    if (before !== undefined) return before
    const value = read()
    this.shared.set(place, value)
    return value
  }
}

function readSecuritySchemes(walker: Walker): ReadonlyMap<string, SecurityScheme> {
  const components = walker.child(walker.root, 'components')
  if (!components) return new Map()
  return new Map(
    walker
      .members(components, 'securitySchemes')
      .flatMap(([name, { value }]) => (isObject(value) ? [[name, securityScheme(name, value)]] : [])),
  )
}

function securityScheme(name: string, raw: SecurityScheme['raw']): SecurityScheme {
  return {
    name,
    type: raw['type'] as SecurityScheme['type'],
    scheme: ownText(raw, 'scheme')?.toLowerCase(),
    in: ownText(raw, 'in') as SecurityScheme['in'],
    parameterName: ownText(raw, 'name'),
    raw,
  }
}
