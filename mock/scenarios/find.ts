import { hint } from '../../spec/util/hint.ts'
import { MockOptionError } from '../option-error.ts'
import type { Scenario } from './scenario.ts'

/** Returns the scenario with this name, or undefined without a name. Throws a MockOptionError if it does not exist. */
export function findScenario(
  scenarios: ReadonlyMap<string, Scenario>,
  name: string | undefined,
): Scenario | undefined {
  if (name === undefined) return undefined
  const scenario = scenarios.get(name)
  if (scenario !== undefined) return scenario
  const known = scenarios.size === 0 ? 'none are defined' : `known are ${[...scenarios.keys()].join(', ')}`
  throw new MockOptionError(`Unknown scenario '${name}': ${known}${hint(name, scenarios.keys())}`)
}
