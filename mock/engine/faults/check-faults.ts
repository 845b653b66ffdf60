import type { Operation } from '../../../spec/document.ts'
import { hint } from '../../../spec/util/hint.ts'
import { isObject } from '../../../spec/util/object.ts'
import { MockOptionError } from '../../option-error.ts'
import { distributions, maxLatency, maxWindow, type Fault, type Latency } from './fault.ts'

interface Rule {
  readonly isRequired?: true
  /** What the value must be, as the rest of a sentence that starts with `must`. */
  readonly want: string
  readonly test: (value: unknown) => boolean
}

const within = (min: number, max: number, unit = ''): Rule => ({
  want: `be a number from ${min} to ${max}${unit}`,
  test: (value) => typeof value === 'number' && value >= min && value <= max,
})

const integer = (min: number, max: number, unit = ''): Rule => ({
  want: `be an integer from ${min} to ${max}${unit}`,
  test: (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
})

const required = (rule: Rule): Rule => ({ ...rule, isRequired: true })

const frequency = {
  rate: {
    want: 'be a number above 0 and up to 1',
    test: (value: unknown) => typeof value === 'number' && value > 0 && value <= 1,
  },
  times: integer(1, 1_000_000_000),
}

/** The properties of each kind of fault, besides `kind`. */
const rules: Readonly<Record<Fault['kind'], Readonly<Record<string, Rule>>>> = {
  status: { ...frequency, status: integer(400, 599) },
  latency: {
    ...frequency,
    min: required(within(0, maxLatency, ' milliseconds')),
    max: within(0, maxLatency, ' milliseconds'),
    distribution: {
      want: `be one of ${distributions.join(', ')}`,
      test: (value) => distributions.some((name) => name === value),
    },
  },
  'rate-limit': {
    limit: required(integer(1, 1_000_000_000)),
    window: required(within(0.001, maxWindow, ' seconds')),
  },
  drop: frequency,
  truncate: { ...frequency, bytes: integer(0, 1_000_000_000) },
  slow: { ...frequency, bytesPerSecond: required(integer(1, 1_000_000_000)) },
  malformed: frequency,
  'content-type': {
    ...frequency,
    type: {
      want: 'be a media type',
      test: (value) => typeof value === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[ -~]*)?$/.test(value),
    },
  },
  invalid: frequency,
}

const faultKinds: readonly Fault['kind'][] = Object.keys(rules) as Fault['kind'][]

/** Validates faults from a client or a file. Throws a MockOptionError that lists every problem. */
export function checkFaults(value: unknown, operations: readonly Operation[]): void {
  if (!isObject(value))
    throw new MockOptionError('Faults must be an object of lists of faults by operation id.')
  const ids = new Set(['*', ...operations.map(({ id }) => id)])
  const problems = Object.entries(value).flatMap(([id, list]) => [
    ...(ids.has(id)
      ? []
      : [`Faults are given for '${id}', which is not an operation of the document${hint(id, ids)}`]),
    ...(Array.isArray(list)
      ? list.flatMap((fault: unknown, index) => problemsOf(fault, `Fault ${index} of '${id}'`))
      : [`The faults of '${id}' must be a list.`]),
  ])
  if (problems.length > 0) throw new MockOptionError(problems.join('\n'))
}

function problemsOf(fault: unknown, name: string): readonly string[] {
  if (!isObject(fault)) return [`${name} must be an object.`]
  const { kind, ...members } = fault
  const known =
    typeof kind === 'string' && Object.hasOwn(rules, kind) ? rules[kind as Fault['kind']] : undefined
  if (known === undefined) {
    return [
      `The kind of ${lower(name)} must be one of ${faultKinds.join(', ')}${hint(String(kind), faultKinds)}`,
    ]
  }
  return [
    ...Object.entries(known).flatMap(([member, { want, test, isRequired }]) => {
      const value = members[member]
      if (value === undefined) return isRequired ? [`${name} has no '${member}', which is required.`] : []
      return test(value) ? [] : [`'${member}' of ${lower(name)} must ${want}.`]
    }),
    ...Object.keys(members)
      .filter((member) => !Object.hasOwn(known, member))
      .map((member) => `${name} has an unknown property '${member}'${hint(member, Object.keys(known))}`),
    ...(kind === 'latency' ? latencyProblems(members as unknown as Latency, lower(name)) : []),
  ]
}

function latencyProblems({ min, max = min, distribution }: Latency, name: string): readonly string[] {
  return [
    ...(max < min ? [`'max' of ${name} is below its 'min'.`] : []),
    ...(distribution === 'lognormal' && min <= 0
      ? [`'min' of ${name} must be above 0 for a lognormal distribution.`]
      : []),
  ]
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
