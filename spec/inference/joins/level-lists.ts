import type { Document } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { groupBy } from '../../util/group-by.ts'
import { scopeOf, type Draft } from '../drafts/draft.ts'
import { literalPath, parseTemplate } from '../paths/template.ts'
import { withKeptProperty } from '../schemas/kept-property.ts'
import { schemaIdentity } from '../schemas/similarity.ts'
import { filtersInPath } from './filters-in-path.ts'

/** The property by which records without an id of their own are kept. */
const keptId = 'id'

/**
 * Makes the lists of records without an id that are shown below each of the records they refer to lists of the same: the stock of a
 * product in each warehouse, `/products/{sku}/stock`, and of a warehouse, `/warehouses/{id}/stock`. Returns the drafts that remain.
 */
export function joinLevelLists(document: Document, drafts: readonly Draft[]): readonly Draft[] {
  const lists = drafts.filter(
    (draft) =>
      draft.identity.property === undefined &&
      scopeOf(draft).length === 1 &&
      draft.operations.every(({ role }) => role === 'list') &&
      !possiblePropertiesOf(document, draft.record).has(keptId),
  )
  const alike = [...groupBy(lists, ({ record }) => schemaIdentity(document, record)).values()]
  const joined = new Map(alike.flatMap((same) => joinedLists(document, same)))
  const taken = new Set(alike.flatMap(([first, ...others]) => (first && joined.has(first) ? others : [])))
  return drafts.flatMap((draft) => (taken.has(draft) ? [] : (joined.get(draft) ?? draft)))
}

/** The first of several lists with what the paths of all select, if each names another of the records referred to. */
function joinedLists(document: Document, lists: readonly Draft[]): readonly (readonly [Draft, Draft])[] {
  const [first] = lists
  if (!first || lists.length < 2) return []
  const selecting = lists.map((draft) => {
    const [route] = draft.routes.values()
    return {
      draft,
      within: (route && filtersInPath(document, { ...first, template: flat(first) }, route)) ?? [],
    }
  })
  const [key] = selecting[0]?.within ?? []
  const keys = new Set(selecting.flatMap(({ within }) => within.map(({ property }) => property)))
  const node = possiblePropertiesOf(document, first.record).get(key?.property ?? '')
  const types = node && typesOf(document, node)
  if (keys.size < lists.length || !node || !(types?.has('string') || types?.has('integer'))) return []
  const whole: Draft = {
    ...first,
    template: flat(first),
    record: withKeptProperty(document, first.record, keptId, node),
    identity: { property: keptId, type: types.has('string') ? 'string' : 'integer' },
    operations: selecting.flatMap(({ draft, within }) =>
      draft.operations.map((operation) => ({ ...operation, scope: [], within })),
    ),
    routes: new Map(lists.flatMap(({ routes }) => [...routes])),
  }
  return [[first, whole]]
}

/** The path without the record above, as its lists are below several. */
const flat = ({ template: { segments } }: Draft): Draft['template'] => parseTemplate(literalPath(segments))
