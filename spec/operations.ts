import type {
  Document,
  HeaderParameter,
  Link,
  MediaType,
  NamedExample,
  Operation,
  Parameter,
  ParameterLocation,
  ParameterStyle,
  RequestBody,
  Response,
  SchemaNode,
  SecurityRequirement,
  SecurityScheme,
  SpecProblem,
} from './document.ts'
import { follow, isObject, own, refTarget, type Located } from './follow.ts'
import type { Json } from './json.ts'
import { readLifecycle } from './lifecycle.ts'
import { parameterNames } from './path-template.ts'
import { appendPointer } from './pointer.ts'
import { belongsTo } from './resolver.ts'

export interface OperationTable {
  /** In the order of the document. */
  readonly operations: readonly Operation[]
  readonly byId: ReadonlyMap<string, Operation>
  readonly problems: readonly SpecProblem[]
}

type Node = Readonly<Record<string, unknown>>

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
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization'])
const locations = new Set(['path', 'query', 'header', 'cookie', 'querystring'])

class Reader {
  readonly problems: SpecProblem[] = []
  readonly document: Document
  readonly schemes: ReadonlyMap<string, SecurityScheme>
  /** What several operations refer to, by where it stands: large documents have it thousands of times. */
  readonly shared: Map<string, unknown> = new Map()

  constructor(document: Document) {
    this.document = document
    this.schemes = this.securitySchemes()
  }

  read(): OperationTable {
    const found = this.members({ value: this.document.root, pointer: '#' }, 'paths')
      .filter(([path]) => path.startsWith('/'))
      .flatMap(([path, item]) => this.pathItem(path, item))
    const byId = new Map<string, Operation>()
    const operations = found.map((operation) => {
      const named = byId.has(operation.id) ? this.rename(operation) : operation
      byId.set(named.id, named)
      return named
    })
    return { operations, byId, problems: this.problems }
  }

  rename(operation: Operation): Operation {
    this.problem(
      'duplicate-operation-id',
      'warning',
      `'${operation.id}' names more than one operation.`,
      `${operation.pointer}/operationId`,
    )
    return { ...operation, id: `${operation.method} ${operation.path}` }
  }

  pathItem(path: string, item: Located): readonly Operation[] {
    const fixed = fixedMethods.flatMap((name) => {
      const raw = this.child(item, name)
      return raw && isObject(raw.value) ? [this.operation(name.toUpperCase(), path, raw, item)] : []
    })
    const others = this.members(item, 'additionalOperations').map(([method, raw]) =>
      this.operation(method, path, raw, item),
    )
    return [...fixed, ...others]
  }

  operation(method: string, path: string, raw: Located, item: Located): Operation {
    const node = raw.value as Node
    const { lifecycle, problems } = readLifecycle(node, isObject(item.value) ? item.value : {})
    for (const { message, name } of problems) {
      this.problem(
        'invalid-lifecycle',
        'warning',
        message,
        name === undefined ? raw.pointer : appendPointer(raw.pointer, name),
      )
    }
    return {
      id: text(node['operationId']) ?? `${method} ${path}`,
      method,
      path,
      summary: text(node['summary']),
      tags: Array.isArray(node['tags']) ? node['tags'].filter((tag) => typeof tag === 'string') : [],
      parameters: this.parameters(raw, item, path),
      requestBody: this.requestBody(raw),
      responses: this.members(raw, 'responses').flatMap(([status, response]) =>
        this.once(response, raw, status, () => this.response(status, response)),
      ),
      security: this.security(raw),
      lifecycle,
      pointer: raw.pointer,
    }
  }

  /** An operation's parameter stands for the path's one of the same name and place. */
  parameters(raw: Located, item: Located, path: string): readonly Parameter[] {
    const byKey = new Map<string, Parameter>()
    for (const located of [...this.items(item, 'parameters'), ...this.items(raw, 'parameters')]) {
      const parameter = this.once(located, raw, '', () => this.parameter(located))
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

  undeclared(name: string, raw: Located): Parameter {
    this.problem(
      'undeclared-path-parameter',
      'warning',
      `The path names '{${name}}', which is not declared.`,
      raw.pointer,
    )
    const pointer = appendPointer(raw.pointer, 'parameters')
    const schema = { schema: { type: 'string' }, pointer: `${pointer}/${name}` }
    return {
      ...defaults('path'),
      name,
      in: 'path',
      required: true,
      schema,
      content: undefined,
      examples: [],
      pointer,
    }
  }

  parameter(located: Located): Parameter | undefined {
    const node = located.value as Node
    const name = text(node['name'])
    const place = text(node['in'])
    if (name === undefined || place === undefined || !locations.has(place)) {
      this.problem(
        'invalid-parameter',
        'warning',
        'A parameter needs a name and a place (in).',
        located.pointer,
      )
      return undefined
    }
    return this.serialized(located, name, place as ParameterLocation)
  }

  serialized(located: Located, name: string, place: ParameterLocation): Parameter {
    const node = located.value as Node
    const base = defaults(place)
    const [content] = this.mediaTypes(located)
    const style = (text(node['style']) ?? base.style) as ParameterStyle
    return {
      name,
      in: place,
      required: place === 'path' || node['required'] === true,
      deprecated: node['deprecated'] === true,
      style,
      explode:
        typeof node['explode'] === 'boolean' ? node['explode'] : style === 'form' || style === 'cookie',
      allowReserved: node['allowReserved'] === true,
      allowEmptyValue: node['allowEmptyValue'] === true,
      schema: this.schemaIn(located, 'schema') ?? content?.schema,
      content,
      examples: this.examples(located),
      pointer: located.pointer,
    }
  }

  requestBody(raw: Located): RequestBody | undefined {
    const body = this.child(raw, 'requestBody')
    if (!body || !isObject(body.value)) return undefined
    return {
      required: body.value['required'] === true,
      content: this.mediaTypes(body),
      pointer: body.pointer,
    }
  }

  response(status: string, located: Located): readonly Response[] {
    const key = /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status
    if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(key) || !isObject(located.value)) {
      if (!status.startsWith('x-'))
        this.problem(
          'invalid-response',
          'warning',
          `'${status}' is no response of an operation.`,
          located.pointer,
        )
      return []
    }
    return [
      {
        status: key,
        description: text(located.value['description']) ?? '',
        headers: this.headers(located),
        content: this.mediaTypes(located),
        links: this.members(located, 'links').map(([name, link]) => this.link(name, link)),
        pointer: located.pointer,
      },
    ]
  }

  headers(located: Located): readonly HeaderParameter[] {
    return this.members(located, 'headers')
      .filter(([name, header]) => name.toLowerCase() !== 'content-type' && isObject(header.value))
      .map(([name, header]) => this.serialized(header, name, 'header'))
  }

  link(name: string, located: Located): Link {
    const node = located.value as Node
    const reference = text(node['operationRef'])
    const target = reference === undefined ? undefined : refTarget(this.document, reference)?.value
    return {
      name,
      operationId: text(node['operationId']) ?? text(own(target, 'operationId')),
      parameters: isObject(node['parameters']) ? node['parameters'] : {},
      requestBody: node['requestBody'],
      pointer: located.pointer,
    }
  }

  mediaTypes(located: Located): readonly MediaType[] {
    return this.members(located, 'content')
      .filter(([, media]) => isObject(media.value))
      .map(([type, media]) => {
        const encoding = own(media.value, 'encoding')
        const mediaType = {
          // A key that says nothing leaves it open.
          type: type.trim() === '' ? '*/*' : type,
          schema: this.schemaIn(media, 'schema'),
          examples: this.examples(media),
          encoding: isObject(encoding) ? encoding : {},
          pointer: media.pointer,
        }
        return belongsTo(mediaType, this.document)
      })
  }

  examples(located: Located): readonly NamedExample[] {
    const single = own(located.value, 'example')
    const named = this.members(located, 'examples').flatMap(([name, example]) => {
      const key = ['dataValue', 'value'].find((each) => own(example.value, each) !== undefined)
      if (key === undefined) return []
      return [{ name, value: own(example.value, key) as Json, pointer: appendPointer(example.pointer, key) }]
    })
    if (single === undefined) return named
    return [
      { name: 'example', value: single as Json, pointer: appendPointer(located.pointer, 'example') },
      ...named,
    ]
  }

  schemaIn(located: Located, name: string): SchemaNode | undefined {
    const schema = own(located.value, name)
    if (!isObject(schema) && typeof schema !== 'boolean') return undefined
    return { schema: schema, pointer: appendPointer(located.pointer, name) }
  }

  securitySchemes(): ReadonlyMap<string, SecurityScheme> {
    const components = this.child({ value: this.document.root, pointer: '#' }, 'components')
    if (!components) return new Map()
    return new Map(
      this.members(components, 'securitySchemes').flatMap(([name, { value }]) =>
        isObject(value) ? [[name, securityScheme(name, value)]] : [],
      ),
    )
  }

  security(raw: Located): readonly SecurityRequirement[] {
    const given = own(raw.value, 'security') ?? own(this.document.root, 'security')
    return Array.isArray(given) ? given.flatMap((each) => this.requirement(each, raw) ?? []) : []
  }

  requirement(given: unknown, raw: Located): [SecurityRequirement] | undefined {
    const names = isObject(given) ? Object.entries(given) : []
    const known = names.flatMap(([name, scopes]) => {
      const scheme = this.schemes.get(name)
      return scheme ? [{ scheme, scopes: Array.isArray(scopes) ? (scopes as string[]) : [] }] : []
    })
    if (known.length === names.length) return [known]
    this.problem(
      'unknown-security-scheme',
      'warning',
      `A security requirement names an unknown scheme: ${names.map(([name]) => name).join(', ')}.`,
      raw.pointer,
    )
    return undefined
  }

  /** Reads what is part of an operation only by a `$ref` once for all of them. */
  once<T>(located: Located, raw: Located, key: string, read: () => T): T {
    if (located.pointer.startsWith(raw.pointer)) return read()
    const place = `${key} ${located.pointer}`
    const before = this.shared.get(place) as T | undefined
    if (before !== undefined) return before
    const value = read()
    this.shared.set(place, value)
    return value
  }

  /** A member with its `$ref` followed. */
  child(located: Located, name: string): Located | undefined {
    const value = own(located.value, name)
    if (value === undefined || value === null) return undefined
    return this.followed({ value, pointer: appendPointer(located.pointer, name) })
  }

  members(located: Located, name: string): readonly (readonly [string, Located])[] {
    const map = this.child(located, name)
    if (!map || !isObject(map.value)) return []
    return Object.keys(map.value).flatMap((key) => {
      const member = this.child(map, key)
      return member ? [[key, member] as const] : []
    })
  }

  items(located: Located, name: string): readonly Located[] {
    const list = own(located.value, name)
    if (!Array.isArray(list)) return []
    const pointer = appendPointer(located.pointer, name)
    return list.flatMap((value: unknown, index) => {
      const item = this.followed({ value, pointer: appendPointer(pointer, index) })
      return item && isObject(item.value) ? [item] : []
    })
  }

  followed(located: Located): Located | undefined {
    const target = follow(this.document, located)
    if (!target)
      this.problem(
        'unresolved-ref',
        'error',
        `'${String(own(located.value, '$ref'))}' leads nowhere.`,
        located.pointer,
      )
    return target
  }

  problem(code: string, severity: SpecProblem['severity'], message: string, pointer: string): void {
    const { document } = this
    this.problems.push({
      code,
      severity,
      message,
      pointer,
      /** Looked up when asked for: it needs the text's syntax tree. */
      get location() {
        return document.locate(pointer)
      },
    })
  }
}

/** OpenAPI 3.0.4 §4.7.12: what a parameter is when it does not say. */
function defaults(
  place: ParameterLocation,
): Pick<Parameter, 'style' | 'explode' | 'allowReserved' | 'allowEmptyValue' | 'deprecated'> {
  const isForm = place === 'query' || place === 'cookie'
  return {
    style: isForm ? 'form' : 'simple',
    explode: isForm,
    allowReserved: false,
    allowEmptyValue: false,
    deprecated: false,
  }
}

function securityScheme(name: string, raw: Node): SecurityScheme {
  return {
    name,
    type: raw['type'] as SecurityScheme['type'],
    scheme: text(raw['scheme'])?.toLowerCase(),
    in: text(raw['in']) as SecurityScheme['in'],
    parameterName: text(raw['name']),
    raw,
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
