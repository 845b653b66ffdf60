import type { Behaviour } from '../behaviour.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'

/** The behaviour that leaves the response to the next one. */
export const next: Behaviour = (context) => context.next()

/** A behaviour that is loaded with the first request. */
export function loadedOnce(load: () => Promise<Behaviour>): Behaviour {
  let behaviour: MaybePromise<Behaviour> | undefined
  return (context) =>
    after((behaviour ??= load()), (loaded) => {
      behaviour = loaded
      return loaded(context)
    })
}
