import { CORE_SCHEMA, defineScalarTag, intCoreTag, mergeTag } from 'js-yaml'
import type { Schema } from 'js-yaml'

/** YAML 1.2 core with `<<`: dates stay the strings they were written as, and no tag makes anything but JSON. */
export const plainYaml: Schema = CORE_SCHEMA.withTags(mergeTag)

/** The same, with integers beyond ±(2^53 - 1) as bigints. */
export const exactYaml: Schema = plainYaml.withTags(
  defineScalarTag<unknown>('tag:yaml.org,2002:int', {
    ...intCoreTag,
    resolve: (source, isExplicit, tagName) => {
      const number = intCoreTag.resolve(source, isExplicit, tagName)
      const isLarge = typeof number === 'number' && !Number.isSafeInteger(number)
      return isLarge && /^[-+]?\d+$/.test(source) ? BigInt(source.replace('+', '')) : number
    },
  }),
)

/** Whether a text has so many digits in a row that a double may not hold them. */
export function mayHoldLargeIntegers(text: string): boolean {
  return /\d{16}/.test(text)
}
