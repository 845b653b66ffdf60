import type { Operation } from '../../../spec/document.ts'
import { isObject } from '../../../spec/util/object.ts'
import { hint } from '../options/hint.ts'
import { MockOptionError } from '../options/option-error.ts'
import { distributions, maxLatency, maxWindow, type Fault, type Latency } from './fault.ts'

interface Rule {
  readonly isRequired?: true
  /** What is wanted, as the rest of a sentence. */
  readonly want: string
  readonly test: (value: unknown) => boolean
}

const within = (min: number, max: number, unit = ''): Rule => ({
  want: `is a number from ${min} to ${max}${unit}`,
  test: (value) => typeof value === 'number' && value >= min && value <= max,
})

const integer = (min: number, max: number, unit = ''): Rule => ({
  want: `is an integer from ${min} to ${max}${unit}`,
  test: (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
})

const required = (rule: Rule): Rule => ({ ...rule, isRequired: true })

const often = {
  rate: {
    want: 'is a number above 0 and up to 1',
    test: (value: unknown) => typeof value === 'number' && value > 0 && value <= 1,
  },
  times: integer(1, 1_000_000_000),
}

/** By kind, what a fault may hold besides it. */
const rules: Readonly<Record<Fault['kind'], Readonly<Record<string, Rule>>>> = {
  status: { ...often, status: integer(400, 599) },
  latency: {
    ...often,
    min: required(within(0, maxLatency, ' milliseconds')),
    max: within(0, maxLatency, ' milliseconds'),
    distribution: {
      want: `is ${distributions.join(', ')}`,
      test: (value) => distributions.some((each) => each === value),
    },
  },
  'rate-limit': {
    limit: required(integer(1, 1_000_000_000)),
    window: required(within(0.001, maxWindow, ' seconds')),
  },
  drop: often,
  truncate: { ...often, bytes: integer(0, 1_000_000_000) },
  slow: { ...often, bytesPerSecond: required(integer(1, 1_000_000_000)) },
  malformed: often,
  'content-type': {
    ...often,
    type: {
      want: 'is a media type',
      test: (value) => typeof value === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[ -~]*)?$/.test(value),
    },
  },
  invalid: often,
}

const faultKinds: readonly Fault['kind'][] = Object.keys(rules) as Fault['kind'][]

/** What may come from a client or a file as faults; a MockOptionError lists all that is wrong with it. */
export function checkFaults(value: unknown, operations: readonly Operation[]): void {
  if (!isObject(value)) throw new MockOptionError('Faults are an object: lists of faults by operation id.')
  const ids = new Set(['*', ...operations.map(({ id }) => id)])
  const problems = Object.entries(value).flatMap(([id, list]) => [
    ...(ids.has(id) ? [] : [`There is no operation '${id}' for a fault${hint(id, ids)}`]),
    ...(Array.isArray(list)
      ? list.flatMap((fault: unknown, index) => problemsOf(fault, `Fault ${index} of '${id}'`))
      : [`The faults of '${id}' are no list.`]),
  ])
  if (problems.length > 0) throw new MockOptionError(problems.join('\n'))
}

function problemsOf(fault: unknown, name: string): readonly string[] {
  if (!isObject(fault)) return [`${name} is no object.`]
  const { kind, ...members } = fault
  const known =
    typeof kind === 'string' && Object.hasOwn(rules, kind) ? rules[kind as Fault['kind']] : undefined
  if (known === undefined) {
    return [`The kind of ${lower(name)} is one of ${faultKinds.join(', ')}${hint(String(kind), faultKinds)}`]
  }
  return [
    ...Object.entries(known).flatMap(([member, { want, test, isRequired }]) => {
      const value = members[member]
      if (value === undefined) return isRequired ? [`${name} lacks '${member}'.`] : []
      return test(value) ? [] : [`'${member}' of ${lower(name)} ${want}.`]
    }),
    ...Object.keys(members)
      .filter((member) => !Object.hasOwn(known, member))
      .map((member) => `${name} knows no '${member}'${hint(member, Object.keys(known))}`),
    ...(kind === 'latency' ? latencyProblems(members as unknown as Latency, lower(name)) : []),
  ]
}

function latencyProblems({ min, max = min, distribution }: Latency, name: string): readonly string[] {
  return [
    ...(max < min ? [`'max' of ${name} is below its 'min'.`] : []),
    ...(distribution === 'lognormal' && min <= 0 ? [`A lognormal 'min' of ${name} is above 0.`] : []),
  ]
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
