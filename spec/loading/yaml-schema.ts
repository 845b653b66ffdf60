import { CORE_SCHEMA, defineScalarTag, intCoreTag, mergeTag } from 'js-yaml'
import type { Schema } from 'js-yaml'

/** The YAML 1.2 core schema with merge keys (`<<`): dates stay strings, and no tag produces anything but JSON. */
export const plainYaml: Schema = CORE_SCHEMA.withTags(mergeTag)

/** The same schema, with integers beyond ±(2^53 - 1) read as bigints. */
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

/** Whether a text contains a run of digits so long that a double may not represent it exactly. */
export function mayHoldLargeIntegers(text: string): boolean {
  return /\d{16}/.test(text)
}
