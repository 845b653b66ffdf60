import type { Document } from '../spec/document.ts'
import { loadObject } from '../spec/loading/load-object.ts'
import { createMockOf, isDocument, type CommonMock, type CommonOptions } from './create.ts'

export { ok, refuse } from './behaviour.ts'
export { scenario } from './scenario.ts'
export { MockOptionError } from './engine/option-error.ts'
export { SpecError } from '../spec/problems/spec-error.ts'
export type { CommonMock as Mock } from './create.ts'
export type * from './types.ts'

/** What a mock can be told in a browser. */
export interface MockOptions extends CommonOptions {
  /** OpenAPI 3.0, 3.1 or 3.2: the parsed object, of one file. The embedded Pet Store when absent. */
  readonly document?: object | Document
}

/**
 * Makes a mock without Node: for MSW's `setupWorker` and for runtimes that have the web's APIs alone. Validators are compiled
 * with `new Function`, so a page's Content-Security-Policy must allow `'unsafe-eval'`. Rejects with a SpecError or a
 * MockOptionError when the options cannot be used.
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
