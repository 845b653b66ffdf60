import type { Resource } from '../../../spec/resources.ts'
import type { RoleOperation } from '../../api/api.ts'
import { slug, type Case } from '../../case.ts'
import type { Context } from '../../context.ts'

/** Creates a case about a resource, or about all of them (`(all)`). */
export function caseOf(about: string, what: string, title: string, run: Case['run']): Case {
  const place = slug(about)
  return {
    path: `stateful/${place}/${slug(what)}`,
    phase: 'stateful',
    operation: about,
    title: `${about}: ${title}`,
    group: `${about} ${what}`,
    run,
  }
}

/** Tests one behaviour of a resource. */
export type Judge = (context: Context, resource: Resource) => Promise<void>

/** Creates a case about a resource. */
export const caseOn = (resource: Resource, what: string, title: string, judge: Judge): Case =>
  caseOf(resource.name, what, title, (context) => judge(context, resource))

/** Tests one behaviour of an operation on a resource. */
export type JudgeBy = (context: Context, resource: Resource, by: RoleOperation) => Promise<void>

/** Creates a case about an operation on a resource. */
export const caseBy = (
  resource: Resource,
  by: RoleOperation,
  what: string,
  title: string,
  judge: JudgeBy,
): Case => caseOn(resource, `${what}-${by.operation.id}`, title, (context) => judge(context, resource, by))

/** A case for each of the operations. `title` tells what it is about, given the `operationId`. */
export const casesBy = (
  resource: Resource,
  operations: readonly RoleOperation[],
  what: string,
  title: (id: string) => string,
  judge: JudgeBy,
): readonly Case[] => operations.map((by) => caseBy(resource, by, what, title(by.operation.id), judge))
