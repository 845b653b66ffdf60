import type { Document } from '../spec/document.ts'
import { loadDocument } from '../spec/load.ts'
import { expressHandler, type ExpressHandler } from './adapters/express.ts'
import type { Hosted } from './control/control.ts'
import { createMockOf, isDocument, type CommonMock, type CommonOptions } from './create.ts'
import type { SelfCheck } from './engine/self-check.ts'
import { createKeeper, type KeepOptions } from './keep.ts'

export { defineBehaviours, ok, refuse, scenario } from './authoring.ts'
export { MockOptionError } from './engine/option-error.ts'
export { SpecError } from '../spec/problems/spec-error.ts'
export type { ExpressHandler } from './adapters/express.ts'
export type { TypedBehaviour, TypedBehaviours, TypedRequest } from './typed-behaviour.ts'
export type * from './types.ts'
export type { RequestValues } from '../spec/request.ts'
export type { Issue } from '../spec/validate.ts'

/** What a mock can be told where there is Node. */
export interface MockOptions extends CommonOptions, KeepOptions {
  /** OpenAPI 3.0, 3.1 or 3.2: a path, a URL, the parsed object, or a loaded document. The embedded Pet Store when absent. */
  readonly document?: string | URL | object | Document
  /** Refuses a document with problems, and lists them all. Default false: what can be served is served. */
  readonly strict?: boolean
  /** Follows `$ref`s of the document to other servers, and to files outside its folder. Default false. */
  readonly allowRemoteRefs?: boolean
}

/** A stand-in for an HTTP API. */
export interface Mock extends CommonMock {
  /** Middleware for an Express app: `app.use('/api', mock.express())`. */
  express(): ExpressHandler
}

/** Makes a mock. Rejects with a SpecError or a MockOptionError when the options cannot be used. */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const isPetStore = options.document === undefined
  const document = await documentOf(options)
  if (options.strict === true) await (await import('../spec/problems/strict.ts')).assertFlawless(document)
  const { open, abandon } = createKeeper(options)
  try {
    const mock = await createMockOf(
      { document, isPetStore, open },
      { selfCheck: inTests(), ...options },
      host,
    )
    return Object.assign(mock, { express: () => expressHandler(mock) })
  } catch (error) {
    await abandon()
    throw error
  }
}

/** A test that runs into what breaks the document should hear of it. */
const inTests = (): SelfCheck => (process.env['NODE_ENV'] === 'test' ? 'report' : false)

async function host(): Promise<Hosted> {
  const { createHosted } = await import('./control/hosted.ts')
  return createHosted()
}

let petstore: Promise<Document> | undefined

/** The embedded document never changes: it is read once for all mocks of a process. */
async function documentOf({ document, allowRemoteRefs = false }: MockOptions): Promise<Document> {
  if (document === undefined) return (petstore ??= loadDocument())
  return isDocument(document) ? document : loadDocument(document, { allowRemoteRefs })
}
