import type { Document } from '../../spec/document.ts'
import type { Validator } from '../../spec/validate.ts'

export interface FakeOptions {
  readonly document: Document
  readonly validator: Validator
  readonly seed: number | string
  /** The instant that generated dates lie around. */
  readonly now: Date
}

/** What is known about a value besides its schema. */
export interface FakeHints {
  /** The name of the property, or of the record in the singular. */
  readonly name?: string
  /** The name of what contains the value. */
  readonly parent?: string
  /** Whether the value should differ from the document's examples, which an earlier value has used. */
  readonly isRepeat?: boolean
  /** Whether other records have used the examples for what tells them apart, such as names. */
  readonly isLater?: boolean
  /** Whether an example of the whole value is used, and not only those of its parts. */
  readonly isWhole?: boolean
  /** Property names that lead to a list which the caller fills: it is left empty. */
  readonly open?: readonly string[]
  /** What a response is described to say, by its `message` if it has one. */
  readonly says?: string | undefined
  /** Whether the value is the body of a successful response, which tells of no errors. */
  readonly isSuccess?: boolean
  /** The same key, seed and schema always give the same value. */
  readonly key: string
}
