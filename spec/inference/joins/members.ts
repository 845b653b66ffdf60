import type { Document } from '../../document.ts'
import { isSameSchema } from '../bodies/content.ts'
import { addOperation, hasRole, scopeOf, type Draft, type Reasons } from '../drafts/draft.ts'
import { resourceNoun, referencedNoun } from '../references/references.ts'
import { operationAs, recordInResponse } from '../drafts/roles.ts'
import type { Route } from '../paths/routes.ts'
import { parentTemplate, lastParameter, lastText, textPath } from '../paths/template.ts'

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
  const key = parentTemplate(template)?.key
  const home = drafts.find((each) => each.kind === 'collection' && each.template.key === key)
  if (!home || scopeOf(home).length === 0 || !hasRole(home, 'list') || !hasRole(home, 'delete')) return
  if (hasRole(home, 'create', 'replace')) return
  const isMember = drafts.some(
    (each) =>
      each !== home &&
      each.kind === 'collection' &&
      scopeOf(each).length === 0 &&
      (resourceNoun(textPath(each.template.segments)) === referencedNoun(parameter) ||
        isSameSchema(document, each.record, home.item ?? home.record)),
  )
  const subject = {
    name: lastText(home.template.segments),
    idParameter: home.idParameter,
    record: home.record,
  }
  const responsePath = recordInResponse({ document, draft: home, subject }, operation)?.path
  if (isMember) addOperation(home, route, operationAs(route, 'put', { responsePath }), reasons)
}
