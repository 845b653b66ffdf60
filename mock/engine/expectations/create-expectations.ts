import type { Operation } from '../../../spec/document.ts'
import type { Engine } from '../engine.ts'
import { checkExpectation, type Target } from './check-expectation.ts'
import type { Expectation, Expectations, ExpectationQueue, StandingExpectation } from './expectation.ts'

type Params = Readonly<Record<string, string>>

interface Entry {
  readonly id: number
  readonly expectation: Expectation
  readonly target: Target
  /** How many more requests it answers. */
  timesLeft: number
}

/** Creates the expectations of an engine. While there are none, `engine.expectations` is undefined and costs nothing. */
export function createExpectations(engine: Engine): Expectations {
  const entries: Entry[] = []
  let last = 0
  const drop = (entry: Entry): void => {
    entries.splice(entries.indexOf(entry), 1)
    if (entries.length === 0) engine.expectations = undefined
  }
  const queue: ExpectationQueue = {
    take(operation, params) {
      const entry = entries.find(({ target }) => matches(target, operation, params))
      if (entry === undefined) return undefined
      entry.timesLeft -= 1
      if (entry.timesLeft <= 0) drop(entry)
      return describe(entry)
    },
  }
  return {
    add(expectation) {
      const target = checkExpectation(engine, expectation)
      last += 1
      const { times = 1 } = expectation
      const entry: Entry = { id: last, expectation, target, timesLeft: times === 'always' ? Infinity : times }
      entries.push(entry)
      engine.expectations = queue
      return describe(entry)
    },
    list: () => entries.map(describe),
    remove(id) {
      const entry = entries.find((candidate) => candidate.id === id)
      if (entry !== undefined) drop(entry)
      return entry !== undefined
    },
    clear() {
      entries.length = 0
      engine.expectations = undefined
    },
  }
}

function matches(target: Target, operation: Operation, params: Params): boolean {
  if (target.operation !== operation) return false
  const wanted = target.params
  return wanted === undefined || Object.keys(wanted).every((name) => wanted[name] === params[name])
}

function describe({ id, expectation, target, timesLeft }: Entry): StandingExpectation {
  const remaining = timesLeft === Infinity ? 'always' : timesLeft
  return {
    ...expectation,
    operation: target.params ? expectation.operation : target.operation.id,
    id,
    remaining,
  }
}
