import type { Behaviour } from '../behaviour.ts'
import { after, onDemand } from '../maybe-promise.ts'

/** The behaviour that leaves the response to the next one. */
export const next: Behaviour = (context) => context.next()

/** A behaviour that is loaded with the first request. */
export function loadedOnce(load: () => Promise<Behaviour>): Behaviour {
  const loaded = onDemand(load)
  return (context) => after(loaded(), (behaviour) => behaviour(context))
}
