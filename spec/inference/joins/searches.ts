import type { Document } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { responseSchema, isSimilar, requestSchema } from '../bodies/content.ts'
import { addOperation, scopeOf, type Draft, type Reasons } from '../drafts/draft.ts'
import { findList } from '../bodies/envelope.ts'
import { operationAs } from '../drafts/roles.ts'
import type { Route } from '../paths/routes.ts'
import { lastText, parametersOf, parseTemplate } from '../paths/template.ts'

/** What a path that lists what its body asks for ends in: `/pets/search`, `/pets:query`, `/pets/_search`. */
const searching = /[/:._-]_?(?:search|query|find|filter|lookup|list)\/?$/i

/** POSTs that list a resource's records by what their body asks for. */
export function joinSearch(
  document: Document,
  drafts: ReadonlyMap<string, Draft>,
  route: Route,
  reasons: Reasons,
): void {
  const { operation, template } = route
  if (operation.method !== 'POST' || !searching.test(operation.path)) return
  const home = drafts.get(parseTemplate(operation.path.replace(searching, '')).key)
  const [sent, shown] = [requestSchema(operation), responseSchema(operation)]
  if (home?.kind !== 'collection' || !sent || !shown || possiblePropertiesOf(document, sent).size === 0)
    return
  const { idParameter, record, item } = home
  const list = findList(document, shown, { name: lastText(home.template.segments), idParameter, record })
  if (!list || !isSimilar(document, list.schema, item ?? record)) return
  if (parametersOf(template.segments).length !== scopeOf(home).length) return
  addOperation(
    home,
    route,
    operationAs(route, 'search', { responsePath: list.path, scope: parametersOf(template.segments) }),
    reasons,
  )
}
