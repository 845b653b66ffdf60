import { groupBy } from '../../spec/util/group-by.ts'
import { basePath } from '../client/client.ts'
import type { Run } from '../context.ts'
import { serverPaths } from '../api/route.ts'

/** As many operations are named that are refused alike. */
const mostNamed = 3

/** What those operations say of which nothing could be judged, for want of a request that they take; for people. */
export function refusalsOf(run: Run): readonly string[] {
  const { refusing, succeeded } = run
  const elsewhere = succeeded.size === 0 && refusing.size > 0 ? baseBeside(run) : undefined
  if (elsewhere !== undefined)
    return [
      `No request of any operation was accepted: the document's servers have their API at ${elsewhere}.`,
    ]
  const without = [...refusing].filter(([id]) => !succeeded.has(id))
  return [...groupBy(without, ([, words]) => words)].map(([words, all]) => {
    const ids = all.map(([id]) => id)
    const named = ids.slice(0, mostNamed).join(', ')
    const more = ids.length > mostNamed ? ` and ${String(ids.length - mostNamed)} more` : ''
    return `No request of ${named}${more} was accepted: ${words}. Values that the document does not tell can be given in the configuration (operations).`
  })
}

/** The target with the path of one of the document's servers, where it is asked below another. */
function baseBeside({ api, client: { target } }: Run): string | undefined {
  const paths = serverPaths(api.document)
  const [first] = paths.includes(basePath(target)) ? [] : paths
  return first === undefined ? undefined : new URL(target).origin + (first === '' ? '/' : first)
}
