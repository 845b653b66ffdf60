import type { Source } from './source.ts'

/** How to make a realistic value for a property by its name. */
export interface NameRule<T> {
  /** Matched against the property's name in words: `created at`. */
  readonly name: RegExp
  /** Matched against the name of what contains the property; matches anything when absent. */
  readonly parent?: RegExp
  /** Undefined when the rule has no value after all. */
  readonly make: (source: Source, words: string) => T | undefined
}
