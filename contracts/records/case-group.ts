import type { Operation } from '../../spec/document.ts'
import type { Answer, Fixture } from '../interaction.ts'
import type { RequestTemplate } from '../requests/templates.ts'

/** What the cases of a group share: records to work on, and requests known to be accepted. The cases run one after another. */
export interface CaseGroup {
  readonly fixtures: Map<string, Fixture>
  /** Parent records by resource, for trees of one resource. They are only referred to; no case changes them. */
  readonly parents: Map<string, Fixture>
  /** A second record by resource, for requests that refer to two. */
  readonly others: Map<string, Fixture>
  readonly controls: Map<string, Control>
  /** Operations of which an accepted request is being searched for. */
  readonly searching: Set<string>
  /** Resources of which a record is being created: a reference back to one of them cannot be filled. */
  readonly making: Set<string>
  /** Resources whose records could not be created by PUT. */
  readonly unmade: Set<string>
  /** By path, the last read with an entity tag. */
  readonly tagged: Map<string, TaggedRead>
}

/** What was read last from a URL, and the writes to it since then. */
interface TaggedRead {
  readonly read: Answer
  readonly writes: readonly Answer[]
}

export const emptyGroup = (): CaseGroup => ({
  fixtures: new Map(),
  parents: new Map(),
  others: new Map(),
  controls: new Map(),
  searching: new Set(),
  making: new Set(),
  unmade: new Set(),
  tagged: new Map(),
})

/** Lets the group's next cases start over. */
export function clearGroup(group: CaseGroup): void {
  for (const shared of Object.values<{ clear: () => void }>({ ...group })) shared.clear()
}

/** The search for an accepted request of an operation. Cases derive their requests from it by a single change. */
export interface Control {
  readonly template: RequestTemplate | undefined
  readonly answer: Answer | undefined
  /** The refusals that preceded it. */
  readonly refused: readonly Answer[]
  /** Operations that have to be called on a new record first. */
  readonly steps?: readonly Operation[]
}

export interface InstantiateOptions {
  /** Create new records instead of reusing those of the group. */
  readonly fresh?: boolean
  /** Create new records for the ids in the body, even if the path could be reused. */
  readonly freshReferences?: boolean
  readonly attempt?: number
  /** Below another record than before, once the operation has reported a conflict. */
  readonly elsewhere?: boolean
  /** A place without a record, for the request's own path to name. */
  readonly at?: Fixture
  /** Use up what a record allows: pay the whole balance. */
  readonly whole?: boolean
  /** Keep strings as they are instead of making them unique. */
  readonly asIs?: boolean
}

/** How often a request that may be refused for its values is tried with other values. */
export const mostAttempts = 3
