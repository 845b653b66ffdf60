import { phaseNames, type PhaseName } from './events.ts'

/** What a run may do; every part has a default. */
export interface RunOptions {
  readonly phases: readonly PhaseName[]
  readonly seed: number
  readonly maxRequests: number
  /** Milliseconds. */
  readonly maxTime: number
  /** Requests in a second. */
  readonly rate: number
  /** Groups of cases at work at once. */
  readonly workers: number
  /** Only safe methods. */
  readonly readOnly: boolean
  /** Operations to judge: ids, or `GET /pets`, with `*` for anything; empty for all. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly authToken: string | undefined
  /** Path of the only case to run. */
  readonly only: string | undefined
  /** Milliseconds for one exchange. */
  readonly timeout: number
}

export const runDefaults: RunOptions = {
  phases: phaseNames,
  seed: 1,
  maxRequests: 5000,
  maxTime: Infinity,
  rate: Infinity,
  workers: 4,
  readOnly: false,
  include: [],
  exclude: [],
  headers: {},
  authToken: undefined,
  only: undefined,
  timeout: 10_000,
}

/** Whether an operation is to be judged. */
export function isSelected(
  operation: { readonly id: string; readonly method: string; readonly path: string },
  { include, exclude }: Pick<RunOptions, 'include' | 'exclude'>,
): boolean {
  const names = [operation.id, `${operation.method} ${operation.path}`]
  const matches = (patterns: readonly string[]): boolean => patterns.some((pattern) => names.some((name) => glob(pattern).test(name)))
  return (include.length === 0 || matches(include)) && !matches(exclude)
}

function glob(pattern: string): RegExp {
  const literal = pattern.split('*').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  return new RegExp(`^${literal.join('.*')}$`)
}
