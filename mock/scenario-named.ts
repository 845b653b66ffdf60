import { hint } from './engine/hint.ts'
import { MockOptionError } from './engine/option-error.ts'
import type { Scenario } from './scenario.ts'

/** A MockOptionError when there is none of that name. */
export function scenarioNamed(
  scenarios: ReadonlyMap<string, Scenario>,
  name: string | undefined,
): Scenario | undefined {
  const found = name === undefined ? undefined : scenarios.get(name)
  if (name === undefined || found !== undefined) return found
  const known = scenarios.size === 0 ? 'there are none' : `there are ${[...scenarios.keys()].join(', ')}`
  throw new MockOptionError(`There is no scenario '${name}': ${known}${hint(name, scenarios.keys())}`)
}
