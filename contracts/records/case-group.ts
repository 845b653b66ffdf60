import type { RequestTemplate } from '../requests/templates.ts'
import type { Operation } from '../../spec/document.ts'
import type { Resource } from '../../spec/resources.ts'
import type { Answer, Draft, Fixture } from '../interaction.ts'
import type { Context } from '../context.ts'

/** What cases that run one after another share: records to work on, and requests known to be accepted. */
export interface CaseGroup {
  readonly fixtures: Map<string, Fixture>
  /** By their resource, the records that others of their kind are made below: no case works on these. */
  readonly parents: Map<string, Fixture>
  readonly controls: Map<string, Control>
  /** Resources of which one is being made: a reference back to one of them cannot be filled. */
  readonly making: Set<string>
  /** Resources of which none can be put where there is none. */
  readonly unmade: Set<string>
  /** A request of the operation that has just been, or once was, accepted; worked out once for each group. */
  control(context: Context, operation: Operation): Promise<Control>
  /** A record to work on: one that is there already, or a new one. Undefined when the API gives none. */
  fixture(context: Context, resource: Resource, freshness?: InstantiateOptions): Promise<Fixture | undefined>
  /** The template as a request: ids of records that are there, and texts that are new. */
  instantiate(
    context: Context,
    operation: Operation,
    template: RequestTemplate,
    freshness?: InstantiateOptions,
  ): Promise<Draft>
}

/** A request of an operation that was accepted, from which others are made by one change. */
export interface Control {
  readonly template: RequestTemplate | undefined
  readonly answer: Answer | undefined
  /** Refusals on the way there. */
  readonly refused: readonly Answer[]
  /** What is done to a new record first: without it, none is accepted. */
  readonly steps?: readonly Operation[]
}

export interface InstantiateOptions {
  /** New records instead of those used before. */
  readonly fresh?: boolean
  /** New records for the ids in the body, whatever the path names. */
  readonly freshReferences?: boolean
  readonly attempt?: number
  /** A place in which there is no record yet, for the request's own path to name. */
  readonly at?: Fixture
  /** Texts stay as they are, instead of being made new. */
  readonly asIs?: boolean
}

/** How often what may be refused for the values it happens to have is tried with others. */
export const mostAttempts = 3
