import type { Json } from '../../../spec/json.ts'
import { tellsOfErrors } from '../realistic/errors.ts'
import type { Shape } from '../shape/shape.ts'
import { isValid, type Builder } from './builder.ts'

const successFlag = /^(?:is )?(?:success|successful|ok)$/
const outcome = /^(?:status|state|result|outcome)$/
const success = /^(?:success(?:ful)?|succeeded|ok)$/i

/** What tells of no errors, by preference. */
const noErrors: readonly Json[] = [null, [], '', 0, false]

/** What a property of a successful response says of its success, as far as its name and schema allow; else undefined. */
export const toldOfSuccess = (builder: Builder, shape: Shape, words: string): Json | undefined =>
  valuesOfSuccess(shape, words).find((value) => isValid(builder, shape, value))

function valuesOfSuccess({ values = [] }: Shape, words: string): readonly Json[] {
  if (tellsOfErrors(words)) return noErrors
  if (successFlag.test(words)) return [true]
  return outcome.test(words) ? values.filter((value) => typeof value === 'string' && success.test(value)) : []
}
