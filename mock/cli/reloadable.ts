import type { Document } from '../../spec/document.ts'
import { callsAsResources } from '../../spec/inference/calls/calls-as-resources.ts'
import { inferResources } from '../../spec/inference/infer-resources.ts'
import { operationsOf } from '../../spec/operations.ts'
import { expressHandler } from '../adapters/express.ts'
import { createMock, type Mock, type MockOptions } from '../index.ts'
import { fallbackOf, withFallback } from '../store/lazy.ts'
import type { StoreSnapshot } from '../store/store.ts'

/** A mock whose document and behaviours can be replaced while it is running. */
export interface Reloadable {
  /** Always behaves like the most recently loaded mock. */
  readonly mock: Mock
  /**
   * Loads document and behaviours again. Records are kept for each resource that still exists. Rejects with a SpecError or
   * MockOptionError if what was loaded is unusable; the previous mock then stays.
   */
  reload(): Promise<void>
}

/** Creates a mock with the options that `load` returns; each reload calls it again. */
export async function createReloadable(load: () => Promise<MockOptions>): Promise<Reloadable> {
  let current = await createMock(await load())
  const handle: Mock['handle'] = (request) => current.handle(request)
  const answer: Mock['answer'] = (request) => current.answer(request)
  const { maxBody } = current
  const own: Partial<Mock> = { handle, answer, express: () => expressHandler({ answer, maxBody }) }
  // Everything else is forwarded to the current mock.
  const mock = new Proxy(current, {
    get: (_, key) => (key in own ? own[key as keyof Mock] : current[key as keyof Mock]),
  })
  return {
    mock,
    async reload() {
      const options = await load()
      const next = await createMock(options)
      // Records in a file or in Redis are there for the next mock anyway.
      if (options.state === undefined && (options.store ?? 'memory') === 'memory')
        await next.restore(carriedOver(await current.snapshot(), next.document, await next.snapshot()))
      const previous = current
      current = next
      await previous.close()
    },
  }
}

/** The next mock's snapshot, with the current records of each resource that is still in the document. */
function carriedOver(before: StoreSnapshot, document: Document, next: StoreSnapshot): StoreSnapshot {
  const operations = callsAsResources(document, operationsOf(document).operations)
  const { resources } = inferResources(document, operations)
  const known = new Set(resources.map(({ name }) => name))
  const kept = before.collections.filter(({ resource }) => known.has(resource))
  const names = new Set(kept.map(({ resource }) => resource))
  const collections = [...next.collections.filter(({ resource }) => !names.has(resource)), ...kept]
  return withFallback({ collections }, fallbackOf(next))
}
