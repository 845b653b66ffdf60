import type { Pointer } from '../../../document.ts'
import type { Json } from '../../../json.ts'

/** The states of another record in which an operation is refused, according to its description. */
export interface StateRefusal {
  /** The property of the other record that holds the state: an enum or a boolean. */
  readonly property: string
  readonly refused: readonly Json[]
  /**
   * The states that are refused without doubt. Not those that are only none of the allowed ones, unless these are named as such: what
   * was archived has been published, so that it may count as "published".
   */
  readonly certain: readonly Json[]
  /** The declared status of the refusal. */
  readonly status: number
  /** Where the document says so: the operation, or its response. */
  readonly pointer: Pointer
}
