import type { Document, Operation } from '../../spec/document.ts'
import { header, headerValues, type Headers, type HttpRequest, type HttpResponse } from '../../spec/http.ts'
import { decodeUtf8 } from '../../spec/json.ts'

/** Another validator's verdict on a message. */
export interface Opinion {
  readonly isValid: boolean
  /** Sentences; empty when it is valid. */
  readonly reasons: readonly string[]
}

/** Asks `@stoplight/prism-http`, which shares no code with this project. Undefined when it has no verdict. */
export interface SecondOpinion {
  /** `path`: the request's path without the base path of the server. */
  ofRequest(operation: Operation, request: HttpRequest, path: string): Opinion | undefined
  ofResponse(operation: Operation, response: HttpResponse): Opinion | undefined
}

/** The package is not installed, or cannot read the document. */
class SecondOpinionError extends Error {
  override readonly name = 'SecondOpinionError'
}

interface Diagnostic {
  readonly message: string
  readonly severity: number
  readonly path?: readonly (string | number)[]
}

type Either = { readonly _tag: 'Left'; readonly left: readonly Diagnostic[] } | { readonly _tag: 'Right' }

interface PrismOperation {
  readonly method: string
  readonly path: string
}

/** The parts of prism-http that are used, as of version 5.12. */
interface Prism {
  readonly getHttpOperationsFromSpec: (document: object) => Promise<readonly PrismOperation[]>
  readonly validateInput: (input: { resource: PrismOperation; element: object }) => Either
  readonly validateOutput: (input: { resource: PrismOperation; element: object }) => Either
}

/** Rejects with a {@link SecondOpinionError} when the package is not there, or cannot read the document. */
export async function createSecondOpinion(document: Document): Promise<SecondOpinion> {
  const prism = await loadPrism()
  const operations = await readOperations(prism, document)
  const resourceOf = ({ method, path }: Operation): PrismOperation | undefined =>
    operations.get(`${method} ${path}`)
  return {
    ofRequest(operation, request, path) {
      const resource = resourceOf(operation)
      const body = contentOf(request.body, request.headers)
      if (!resource || body === unreadable) return undefined
      const url = { path, query: queryOf(request.query) }
      return opinion(() =>
        prism.validateInput({
          resource,
          element: { method: request.method.toLowerCase(), url, headers: flat(request.headers), body },
        }),
      )
    },
    ofResponse(operation, response) {
      const resource = resourceOf(operation)
      const bytes =
        typeof response.body === 'string' ? new TextEncoder().encode(response.body) : response.body
      const body = contentOf(bytes ?? new Uint8Array(), response.headers)
      if (!resource || body === unreadable) return undefined
      return opinion(() =>
        prism.validateOutput({
          resource,
          element: { statusCode: response.status, headers: flat(response.headers), body },
        }),
      )
    },
  }
}

async function loadPrism(): Promise<Prism> {
  const name = '@stoplight/prism-http'
  try {
    const [operations, validator] = (await Promise.all([
      import(`${name}/dist/utils/operations.js`),
      import(`${name}/dist/validator/index.js`),
    ])) as [Pick<Prism, 'getHttpOperationsFromSpec'>, Pick<Prism, 'validateInput' | 'validateOutput'>]
    const { getHttpOperationsFromSpec } = operations
    const { validateInput, validateOutput } = validator
    return { getHttpOperationsFromSpec, validateInput, validateOutput }
  } catch (error) {
    throw new SecondOpinionError(
      `A second opinion needs the package ${name}: npm install --save-dev ${name}@5`,
      { cause: error },
    )
  }
}

async function readOperations(
  { getHttpOperationsFromSpec }: Prism,
  { root, source }: Document,
): Promise<ReadonlyMap<string, PrismOperation>> {
  try {
    // It changes the document it is given.
    const operations = await getHttpOperationsFromSpec(structuredClone(root))
    return new Map(operations.map((each) => [`${each.method.toUpperCase()} ${each.path}`, each]))
  } catch (error) {
    throw new SecondOpinionError(`@stoplight/prism-http cannot read ${source}: ${String(error)}`, {
      cause: error,
    })
  }
}

const errorSeverity = 0

function opinion(ask: () => Either): Opinion | undefined {
  try {
    const answer = ask()
    const errors =
      answer._tag === 'Left' ? answer.left.filter(({ severity }) => severity === errorSeverity) : []
    return { isValid: errors.length === 0, reasons: errors.map(({ message }) => message) }
  } catch {
    // It throws on header fields and schemas that it cannot read.
    return undefined
  }
}

const unreadable = Symbol('no JSON')

/** The body as Prism itself reads it: JSON by its media type, anything else as text. */
function contentOf(body: Uint8Array | undefined, headers: Headers): unknown {
  const text = body && decodeUtf8(body)
  if (body === undefined) return undefined
  if (text === undefined) return unreadable
  if (!/^application\/(?:[^;\s]+\+)?json\b/i.test(header(headers, 'content-type') ?? '')) return text
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return unreadable
  }
}

function queryOf(query: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

function flat(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name.toLowerCase(), headerValues(headers, name).join(', ')]),
  )
}
