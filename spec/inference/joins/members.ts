import type { Document } from '../../document.ts'
import { isSame } from '../bodies/content.ts'
import { add, has, scopeOf, type Draft, type Reasons } from '../drafts/draft.ts'
import { nounOf, subjectOf } from '../references/references.ts'
import { role, wholeAnswer } from '../drafts/roles.ts'
import type { Route } from '../paths/routes.ts'
import { above, lastParameter, lastText, textPath } from '../paths/template.ts'

/** A PUT without content that puts a record of another kind into a list of such: `PUT /groups/{groupId}/members/{userId}`. */
export function joinMember(
  document: Document,
  drafts: readonly Draft[],
  route: Route,
  reasons: Reasons,
): void {
  const { operation, template } = route
  const parameter = lastParameter(template.segments)
  if (operation.method !== 'PUT' || operation.requestBody || parameter === undefined) return
  const key = above(template)?.key
  const home = drafts.find((each) => each.kind === 'collection' && each.template.key === key)
  if (!home || scopeOf(home).length === 0 || !has(home, 'list') || !has(home, 'delete')) return
  if (has(home, 'create', 'replace')) return
  const isMember = drafts.some(
    (each) =>
      each !== home &&
      each.kind === 'collection' &&
      scopeOf(each).length === 0 &&
      (nounOf(textPath(each.template.segments)) === subjectOf(parameter) ||
        isSame(document, each.record, home.item ?? home.record)),
  )
  const subject = {
    name: lastText(home.template.segments),
    idParameter: home.idParameter,
    record: home.record,
  }
  const responsePath = wholeAnswer({ document, draft: home, subject }, operation)?.path
  if (isMember) add(home, route, role(route, 'put', { responsePath }), reasons)
}
