import type { Document } from '../../spec/document.ts'
import { operationsOf } from '../../spec/operations.ts'
import { inferResources } from '../../spec/inference/infer-resources.ts'
import { expressHandler } from '../adapters/express.ts'
import { createMock, type Mock, type MockOptions } from '../index.ts'
import { fallbackOf, withFallback } from '../store/lazy.ts'
import type { StoreSnapshot } from '../store/store.ts'

/** A mock whose document and behaviours may be exchanged while it serves. */
export interface Reloadable {
  /** Answers as the latest does. */
  readonly mock: Mock
  /**
   * Takes what there is now in the place of what was; records stay where there still is such a resource. Rejects with a
   * SpecError or MockOptionError, and everything stays as it is, when the new cannot be used.
   */
  reload(): Promise<void>
}

/** A mock of what `load` gives, asked again at each reload. */
export async function createReloadable(load: () => Promise<MockOptions>): Promise<Reloadable> {
  let current = await createMock(await load())
  const handle: Mock['handle'] = (request) => current.handle(request)
  const answer: Mock['answer'] = (request) => current.answer(request)
  const { maxBody } = current
  const own: Partial<Mock> = { handle, answer, express: () => expressHandler({ answer, maxBody }) }
  // Whatever else is asked of the mock is asked of the latest.
  const mock = new Proxy(current, {
    get: (_, key) => (key in own ? own[key as keyof Mock] : current[key as keyof Mock]),
  })
  return {
    mock,
    async reload() {
      const options = await load()
      const next = await createMock(options)
      // What is kept outside of the mock is there for the next one too.
      if (options.state === undefined && (options.store ?? 'memory') === 'memory')
        await next.restore(carried(await current.snapshot(), next.document, await next.snapshot()))
      const before = current
      current = next
      await before.close()
    },
  }
}

/** The new world, with the records there are of each resource that is still in the document. */
function carried(before: StoreSnapshot, document: Document, next: StoreSnapshot): StoreSnapshot {
  const { resources } = inferResources(document, operationsOf(document).operations)
  const known = new Set(resources.map(({ name }) => name))
  const kept = before.collections.filter(({ resource }) => known.has(resource))
  const names = new Set(kept.map(({ resource }) => resource))
  const collections = [...next.collections.filter(({ resource }) => !names.has(resource)), ...kept]
  return withFallback({ collections }, fallbackOf(next))
}
