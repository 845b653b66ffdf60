import type { Document } from '../spec/document.ts'
import { loadDocument } from '../spec/load.ts'
import { expressHandler, type ExpressHandler } from './adapters/express.ts'
import type { CommonMock } from './common-mock.ts'
import type { Hosted } from './control/control.ts'
import { createMockOf, isDocument } from './create.ts'
import type { SelfCheck } from './engine/engine.ts'
import type { CommonOptions } from './options.ts'
import { createStorage, type StorageOptions } from './storage.ts'

export { defineBehaviours, ok, refuse, scenario } from './authoring.ts'
export { MockOptionError } from './option-error.ts'
export { SpecError } from '../spec/problems/spec-error.ts'
export type { ExpressHandler } from './adapters/express.ts'
export type { TypedBehaviour, TypedBehaviours, TypedRequest } from './typed-behaviour.ts'
export type * from './types.ts'
export type { RequestValues } from '../spec/request.ts'
export type { Issue } from '../spec/validate.ts'

/** The options of `createMock` in Node. */
export interface MockOptions extends CommonOptions, StorageOptions {
  /** OpenAPI 3.0, 3.1 or 3.2: a path, a URL, the parsed object, or a loaded document. The embedded Pet Store by default. */
  readonly document?: string | URL | object | Document
  /** Rejects a document with problems, and lists them all. Default false: operations without problems are served. */
  readonly strict?: boolean
  /** Follows `$ref`s to other servers and to files outside the document's folder. Default false. */
  readonly allowRemoteRefs?: boolean
}

/** A mock HTTP API in Node. */
export interface Mock extends CommonMock {
  /** Returns middleware for an Express app: `app.use('/api', mock.express())`. */
  express(): ExpressHandler
}

/** Creates a mock. Rejects with a SpecError if the document is unusable, with a MockOptionError if an option is invalid. */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const isPetStore = options.document === undefined
  const document = await documentOf(options)
  if (options.strict === true) await (await import('../spec/problems/strict.ts')).assertFlawless(document)
  const storage = createStorage(options)
  try {
    const mock = await createMockOf(
      { document, isPetStore, open: storage.open },
      { selfCheck: defaultSelfCheck(), ...options },
      host,
    )
    return Object.assign(mock, { express: () => expressHandler(mock) })
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** In tests, responses that violate the document are reported by default. */
const defaultSelfCheck = (): SelfCheck => (process.env['NODE_ENV'] === 'test' ? 'report' : false)

async function host(): Promise<Hosted> {
  const { createHosted } = await import('./control/hosted.ts')
  return createHosted()
}

let petstore: Promise<Document> | undefined

/** The embedded document is loaded once per process. */
async function documentOf({ document, allowRemoteRefs = false }: MockOptions): Promise<Document> {
  if (document === undefined) return (petstore ??= loadDocument())
  return isDocument(document) ? document : loadDocument(document, { allowRemoteRefs })
}
