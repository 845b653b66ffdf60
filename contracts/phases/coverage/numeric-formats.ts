import type { Operation } from '../../../spec/document.ts'
import { resolvePointer } from '../../../spec/json/pointer.ts'
import type { Api } from '../../api/api.ts'
import type { Mutation } from '../../attempts/mutation.ts'
import { bodyViolations } from './bodies.ts'
import { parameterViolations } from './parameters.ts'

const numeric = new Set(['int32', 'int64', 'float', 'double'])

/** Whether the violated keyword is the format of a number, which many servers treat as a hint only. */
export function isNumericFormat(api: Api, { pointer }: Pick<Mutation, 'pointer'>): boolean {
  return numericFormat(api, pointer) !== undefined
}

function numericFormat(api: Api, pointer: string): string | undefined {
  if (!pointer.endsWith('/format')) return undefined
  const format = resolvePointer(api.document.root, pointer)
  return typeof format === 'string' && numeric.has(format) ? format : undefined
}

/** The violations of each numeric format in the operations' parameters and bodies. */
export function numericFormatViolations(
  api: Api,
  operations: readonly Operation[],
): readonly (readonly [format: string, mutations: readonly Mutation[]])[] {
  const all = operations
    .flatMap((each) => [...parameterViolations(api, each), ...bodyViolations(api, each)])
    // An id that large may be refused because no such record exists, whatever its format.
    .filter(({ isReference }) => !isReference)
  return [...numeric].map(
    (format) => [format, all.filter(({ pointer }) => numericFormat(api, pointer) === format)] as const,
  )
}
