import type { Document, Operation, Parameter, Response, SpecProblem } from './document.ts'
import { appendPointer } from './json/pointer.ts'
import type { Located } from './json/refs.ts'
import { readLifecycle } from './lifecycle.ts'
import { DocumentReader } from './reading/document-reader.ts'
import { withoutErrorCodes } from './reading/error-codes.ts'
import { parameterDefaults, readParameter } from './reading/parameter.ts'
import { readRequestBody } from './reading/request-body.ts'
import { readResponse } from './reading/response.ts'
import { readSecurity, readSecuritySchemes, type SecuritySchemes } from './reading/security.ts'
import { parameterNames } from './routing/path-template.ts'
import { getOrInsertComputed } from './util/memo.ts'
import { isObject, ownText } from './util/object.ts'

/** The operations of a document, and the problems found in them. */
export interface OperationTable {
  /** In document order. */
  readonly operations: readonly Operation[]
  readonly byId: ReadonlyMap<string, Operation>
  readonly problems: readonly SpecProblem[]
}

const tables = new WeakMap<Document, OperationTable>()

/** Every operation of the document, with references resolved and defaults filled in. Cached per document. */
export function operationsOf(document: Document): OperationTable {
  return getOrInsertComputed(tables, document, () => new OperationReader(document).table())
}

/** The operations of a path item outside `paths`: of a callback or a webhook. */
export function readPathItem(document: Document, item: Located): readonly Operation[] {
  return new OperationReader(document).pathItem('', item)
}

const fixedMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']
/**
 * Header parameters that are ignored: by OpenAPI 3.0.4 §4.7.12.1, and because they frame the message (RFC 9112 §6)
 * whatever the document says.
 */
const ignoredHeaders = new Set(
  'accept content-type authorization content-length transfer-encoding connection'.split(' '),
)

/** Reads operations. `raw` is the Operation Object, and `item` the Path Item Object that contains it. */
class OperationReader {
  private readonly reader: DocumentReader
  private readonly schemes: SecuritySchemes
  /** Parameters and responses by the pointer they are at: in large documents thousands of operations refer to the same ones. */
  private readonly shared: Map<string, unknown> = new Map()

  constructor(document: Document) {
    this.reader = new DocumentReader(document)
    this.schemes = readSecuritySchemes(this.reader)
  }

  table(): OperationTable {
    const { reader } = this
    const byId = new Map<string, Operation>()
    const operations = reader
      .members(reader.root, 'paths')
      .filter(([path]) => path.startsWith('/'))
      .flatMap(([path, item]) => this.pathItem(path, item))
      .map((operation) => {
        const unique = byId.has(operation.id) ? this.renamed(operation) : operation
        byId.set(unique.id, unique)
        return unique
      })
    return { operations, byId, problems: reader.problems }
  }

  pathItem(path: string, item: Located): readonly Operation[] {
    const fixed = fixedMethods.flatMap((name) => {
      const raw = this.reader.child(item, name)
      return raw && isObject(raw.value) ? [this.operation(name.toUpperCase(), path, raw, item)] : []
    })
    const additional = this.reader
      .members(item, 'additionalOperations')
      .map(([method, raw]) => this.operation(method, path, raw, item))
    return [...fixed, ...additional]
  }

  private renamed(operation: Operation): Operation {
    const message = `The operationId '${operation.id}' is used by more than one operation.`
    this.reader.report('duplicate-operation-id', 'warning', message, `${operation.pointer}/operationId`)
    return { ...operation, id: `${operation.method} ${operation.path}` }
  }

  private operation(method: string, path: string, raw: Located, item: Located): Operation {
    const { reader } = this
    const node = raw.value as Readonly<Record<string, unknown>>
    const { lifecycle, problems } = readLifecycle(node, isObject(item.value) ? item.value : {})
    const written = ownText(node, 'description')
    const description = written === undefined ? undefined : withoutErrorCodes(written)
    for (const { message, name } of problems)
      reader.report('invalid-lifecycle', 'warning', message, appendPointer(raw.pointer, name))
    return {
      id: ownText(node, 'operationId') ?? `${method} ${path}`,
      method,
      path,
      summary: ownText(node, 'summary'),
      description: description?.text,
      errorCodes: description?.errorCodes ?? [],
      tags: Array.isArray(node['tags']) ? node['tags'].filter((tag) => typeof tag === 'string') : [],
      parameters: this.parameters(raw, item, path),
      requestBody: readRequestBody(reader, raw),
      responses: this.responses(raw),
      security: readSecurity(reader, raw, this.schemes),
      lifecycle,
      pointer: raw.pointer,
    }
  }

  /** A parameter of the operation overrides the path item's parameter of the same name and location. */
  private parameters(raw: Located, item: Located, path: string): readonly Parameter[] {
    const { reader } = this
    const byKey = new Map<string, Parameter>()
    for (const located of [...reader.items(item, 'parameters'), ...reader.items(raw, 'parameters')]) {
      const parameter = this.readShared(located, raw, '', () => readParameter(reader, located))
      if (!parameter) continue
      if (parameter.in === 'header' && ignoredHeaders.has(parameter.name.toLowerCase())) continue
      if (parameter.in === 'path' && !path.includes(`{${parameter.name}}`)) continue
      byKey.set(`${parameter.in} ${parameter.name}`, parameter)
    }
    for (const name of parameterNames(path)) {
      if (!byKey.has(`path ${name}`)) byKey.set(`path ${name}`, this.undeclaredParameter(name, raw))
    }
    return [...byKey.values()]
  }

  private undeclaredParameter(name: string, raw: Located): Parameter {
    const message = `The path parameter '{${name}}' is not declared.`
    this.reader.report('undeclared-path-parameter', 'warning', message, raw.pointer)
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
    const { reader } = this
    return reader
      .members(raw, 'responses')
      .flatMap(([status, response]) =>
        this.readShared(response, raw, status, () => readResponse(reader, status, response)),
      )
  }

  /** Reads a node once for all operations that refer to it by `$ref`. */
  private readShared<T>(located: Located, raw: Located, key: string, read: () => T): T {
    if (located.pointer.startsWith(raw.pointer)) return read()
    const cacheKey = `${key} ${located.pointer}`
    const known = this.shared.get(cacheKey) as T | undefined
    if (known !== undefined) return known
    const value = read()
    this.shared.set(cacheKey, value)
    return value
  }
}
