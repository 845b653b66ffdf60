import { groupBy } from '../spec/group-by.ts'
import type { Run } from './context.ts'

/** As many operations are named that are refused alike. */
const mostNamed = 3

/** What those operations say of which nothing could be judged, for want of a request that they take; for people. */
export function refusalsOf({ refusing, succeeded }: Run): readonly string[] {
  const without = [...refusing].filter(([id]) => !succeeded.has(id))
  return [...groupBy(without, ([, words]) => words)].map(([words, all]) => {
    const ids = all.map(([id]) => id)
    const named = ids.slice(0, mostNamed).join(', ')
    const more = ids.length > mostNamed ? ` and ${String(ids.length - mostNamed)} more` : ''
    return `No request of ${named}${more} was accepted: ${words}. Values that the document does not tell can be given in the configuration (operations).`
  })
}
