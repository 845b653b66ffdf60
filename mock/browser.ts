import type { Document } from '../spec/document.ts'
import { loadObject } from '../spec/loading/load-object.ts'
import type { CommonMock } from './common-mock.ts'
import { createMockOf, isDocument } from './create.ts'
import type { CommonOptions } from './options.ts'

export { ok, refuse } from './behaviour.ts'
export { scenario } from './scenarios/scenario.ts'
export { MockOptionError } from './option-error.ts'
export { SpecError } from '../spec/problems/spec-error.ts'
export type { CommonMock as Mock } from './common-mock.ts'
export type * from './types.ts'

/** The options of `createMock` in a browser. */
export interface MockOptions extends CommonOptions {
  /** OpenAPI 3.0, 3.1 or 3.2: the parsed object of a single file. The embedded Pet Store by default. */
  readonly document?: object | Document
}

/**
 * Creates a mock without Node's APIs, for MSW's `setupWorker` and for runtimes with web APIs only. Validators are compiled
 * with `new Function`, so a page's Content-Security-Policy must allow `'unsafe-eval'`. Rejects with a SpecError if the
 * document is unusable, with a MockOptionError if an option is invalid.
 */
export async function createMock(options: MockOptions = {}): Promise<CommonMock> {
  const isPetStore = options.document === undefined
  return createMockOf({ document: await documentOf(options), isPetStore }, options)
}

async function documentOf({ document }: MockOptions): Promise<Document> {
  if (document !== undefined) return isDocument(document) ? document : loadObject(document)
  const { embeddedDocument } = await import('./petstore/embedded.ts')
  return embeddedDocument()
}
