import {
  thresholdEffects,
  type ThresholdEffect,
} from '../../../spec/inference/states/effects/threshold-effects.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Endpoint } from '../endpoint.ts'

const effectsByEndpoint = new WeakMap<Endpoint, readonly ThresholdEffect[]>()

function effectsOf(endpoint: Endpoint): readonly ThresholdEffect[] {
  const { options, declared, accepted, resource } = endpoint
  return getOrInsertComputed(effectsByEndpoint, endpoint, () =>
    accepted ? thresholdEffects(options.document, declared, accepted, resource.record) : [],
  )
}

/** The properties that a change sets because a number reaches a value: "At 100 the status becomes `completed`". */
export function thresholdStates(
  endpoint: Endpoint,
  before: JsonObject,
  sent: JsonObject,
  now: () => Date,
): JsonObject | undefined {
  const reached = effectsOf(endpoint).filter(
    ({ trigger }) => sent[trigger.property] === trigger.value && before[trigger.property] !== trigger.value,
  )
  return reached.length === 0
    ? undefined
    : Object.fromEntries(reached.map(({ property, state }) => [property, state ?? now().toISOString()]))
}
