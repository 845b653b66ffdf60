import type { MaybePromise } from '../../maybe-promise.ts'
import type { Link } from './link.ts'
import { createQueue, type Queue } from './queue.ts'
import type { Replica } from './replica.ts'
import { catchUpScript } from './scripts.ts'

/** Runs work on the copy once it is up to date. Reads of the same tick share one check of the version. */
export type Read = <T>(work: () => MaybePromise<T>) => Promise<T>

export function createReads(link: Link, replica: Replica): Read {
  const queue: Queue<() => void> = createQueue(() =>
    replica.exclusive(async () => {
      const waiting = queue.take()
      try {
        await replica.catchUp(link.run(catchUpScript, replica.version()))
        for (const { item: resolve } of waiting) resolve()
      } catch (error) {
        for (const { reject } of waiting) reject(error)
      }
    }),
  )
  return <T>(work: () => MaybePromise<T>) =>
    new Promise<T>((resolve, reject) => {
      const item = (): void => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      }
      queue.add({ item, reject })
    })
}
