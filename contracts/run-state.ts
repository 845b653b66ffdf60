import type { Operation } from '../spec/document.ts'
import { createAnswerTally, type AnswerTally } from './engine/answer-tally.ts'
import type { Answer, Fixture } from './interaction.ts'
import type { Control } from './records/case-group.ts'

/** The ids of findings that have been reported: each is reported once. */
export interface ReportedIds {
  has(id: string): boolean
  add(id: string): void
}

/** Actions on a record of a resource, in order. */
interface ReferenceSteps {
  readonly resource: string
  readonly steps: readonly Operation[]
}

/** What a run has learned about the target so far. Operations are listed by id. */
export interface RunState {
  readonly reported: ReportedIds
  readonly answers: AnswerTally
  /** Operations that answered 410 after their sunset. */
  readonly retired: Set<string>
  /** Records that existed before the run, as they were before it changed them, by resource and key. */
  readonly backups: Map<string, Fixture>
  /** By operation, the answer that accepted a malformed body; undefined if such a body is refused. */
  readonly ignoredBodies: Map<string, Answer | undefined>
  /** By operation, the number of responses that timed out or did not end. */
  readonly timeouts: Map<string, number>
  /** Operations with a response body that was not read to its end. */
  readonly truncated: Set<string>
  /** Operations that have accepted a request. */
  readonly succeeded: Set<string>
  /** Operations of which no request was accepted, with the answer to the one most likely to be. */
  readonly refusals: Map<string, string>
  /** Operations that were not called to change or delete a record that existed before the run. */
  readonly spared: Set<string>
  /**
   * By operation, the actions on a referenced record without which it refuses the reference; undefined if none were found.
   */
  readonly referenceSteps: Map<string, ReferenceSteps | undefined>
  /** By operation that refused its first requests, the one that it accepted, so that the search is not repeated in each group. */
  readonly accepted: Map<string, Control>
  /** By operation, the number of groups that have found no request that it accepts. */
  readonly fruitless: Map<string, number>
  /** By resource without a list and a creation, a record whose id is known from elsewhere; undefined if none was found. */
  readonly knownElsewhere: Map<string, Fixture | undefined>
  /** Operations that also refused a new access token, or the token sent as a bearer token. */
  readonly credentialsRefused: Set<string>
  /** Operations that answered 428 Precondition Required (RFC 6585 §3). */
  readonly preconditionRequired: Set<string>
  /** Operations whose responses may be outdated: nothing is concluded from them. */
  readonly stale: Set<string>
}

/** The state of a run that has sent no request. */
export function createRunState(): RunState {
  return {
    reported: new Set(),
    answers: createAnswerTally(),
    retired: new Set(),
    backups: new Map(),
    ignoredBodies: new Map(),
    timeouts: new Map(),
    truncated: new Set(),
    succeeded: new Set(),
    refusals: new Map(),
    spared: new Set(),
    referenceSteps: new Map(),
    accepted: new Map(),
    fruitless: new Map(),
    knownElsewhere: new Map(),
    credentialsRefused: new Set(),
    preconditionRequired: new Set(),
    stale: new Set(),
  }
}
