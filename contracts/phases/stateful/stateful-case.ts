import type { Resource } from '../../../spec/resources.ts'
import type { RoleOperation } from '../../api/api.ts'
import { slug, type Case } from '../../case.ts'
import type { Context } from '../../context.ts'
import type { CaseGroup } from '../../records/case-group.ts'

/** A case about a resource, or about all there are. */
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

/** Follows records of a resource through something that can be done with them. */
export type Judge = (context: Context, group: CaseGroup, resource: Resource) => Promise<void>

export const caseOn = (resource: Resource, what: string, title: string, judge: Judge): Case =>
  caseOf(resource.name, what, title, (context, group) => judge(context, group, resource))

/** As {@link Judge}, by one of the resource's operations. */
export type JudgeBy = (
  context: Context,
  group: CaseGroup,
  resource: Resource,
  by: RoleOperation,
) => Promise<void>

export const caseBy = (
  resource: Resource,
  by: RoleOperation,
  what: string,
  title: string,
  judge: JudgeBy,
): Case =>
  caseOn(resource, `${what}-${by.operation.id}`, title, (context, group) =>
    judge(context, group, resource, by),
  )
