import type { Operation } from '../../spec/document.ts'
import { operationsOf } from '../../spec/operations.ts'
import { hint } from '../../spec/util/hint.ts'
import { isObject } from '../../spec/util/object.ts'
import type { Behaviours } from '../behaviour.ts'
import { createClock } from '../data/random.ts'
import type { Engine } from '../engine/engine.ts'
import { checkExpectation } from '../engine/expectations/check-expectation.ts'
import type { Expectation } from '../engine/expectations/expectation.ts'
import { checkFaults } from '../engine/faults/check-faults.ts'
import { checkBehaviours } from '../engine/options/check-behaviours.ts'
import { MockOptionError } from '../option-error.ts'
import { conditionOf, type Scenario, type ScenarioStep } from './scenario.ts'

/** Returns the scenarios by name. Throws a MockOptionError if one of them is invalid. */
export function scenariosByName(given: readonly Scenario[], engine: Engine): ReadonlyMap<string, Scenario> {
  if (!Array.isArray(given)) throw new MockOptionError('Scenarios are a list.')
  for (const each of given) checkScenario(each, engine)
  const byName = new Map(given.map((each) => [each.name, each]))
  if (byName.size < given.length) {
    const twice = given.find((each, index) => given.findIndex(({ name }) => name === each.name) < index)
    throw new MockOptionError(`There are two scenarios '${twice?.name ?? ''}'.`)
  }
  return byName
}

const settings = ['world', 'behaviours', 'faults', 'expectations', 'now']
const members: ReadonlySet<string> = new Set(['name', 'description', 'steps', ...settings])
const stepMembers: ReadonlySet<string> = new Set(['after', ...settings])

function checkScenario(given: unknown, engine: Engine): void {
  if (!isObject(given) || typeof given['name'] !== 'string' || !/^\P{Cc}+$/u.test(given['name'])) {
    throw new MockOptionError(
      "A scenario must be an object with a 'name', such as scenario('name', { … }) returns.",
    )
  }
  const { name, steps = [] } = given
  const at = `Scenario '${name}'`
  if (!Array.isArray(steps)) throw new MockOptionError(`${at}: 'steps' must be an array.`)
  checkSetting(given, members, at, engine)
  steps.forEach((step: unknown, index) => {
    checkSetting(step, stepMembers, `${at}, step ${index + 1}`, engine)
    checkCondition(step as ScenarioStep, `${at}, step ${index + 1}`, operationsOf(engine.document).operations)
  })
}

function checkSetting(given: unknown, known: ReadonlySet<string>, at: string, engine: Engine): void {
  if (!isObject(given)) throw new MockOptionError(`${at} must be an object.`)
  const unknown = Object.keys(given).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new MockOptionError(`${at} has an unknown member '${unknown}'${hint(unknown, known)}`)
  const { behaviours = {}, faults = {}, expectations = [], now } = given
  const { operations } = operationsOf(engine.document)
  withLocation(at, () => {
    if (!isObject(behaviours))
      throw new MockOptionError("'behaviours' must be an object of functions by operation id.")
    checkBehaviours(behaviours as Behaviours, operations)
    checkFaults(faults, operations)
    if (!Array.isArray(expectations)) throw new MockOptionError("'expectations' must be an array.")
    for (const each of expectations) checkExpectation(engine, each as Expectation)
    checkInstant(now)
  })
}

function checkCondition(step: ScenarioStep, at: string, operations: readonly Operation[]): void {
  const condition = conditionOf(step)
  if (condition === undefined) return
  const ids = operations.map(({ id }) => id)
  if (!ids.includes(condition.operation)) {
    const { operation } = condition
    throw new MockOptionError(
      `${at} waits for '${operation}', which is not an operation${hint(operation, ids)}`,
    )
  }
  if (!Number.isInteger(condition.times) || condition.times < 1) {
    throw new MockOptionError(`${at}: 'times' must be a positive integer.`)
  }
}

function checkInstant(now: unknown): void {
  try {
    if (now !== undefined) createClock({ now: now as string })
  } catch (error) {
    throw new MockOptionError(error instanceof RangeError ? error.message : "'now' must be a date.")
  }
}

/** Prefixes every message with the location in the scenario. */
function withLocation(at: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (error instanceof MockOptionError)
      throw new MockOptionError(`${at}: ${error.message}`, { cause: error })
    throw error
  }
}
