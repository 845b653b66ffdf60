import { pathParameter, type Document, type SchemaNode } from '../../document.ts'
import type { Filter } from '../../resources.ts'
import { pathAbove, shapeOf } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { responseSchema } from '../bodies/content.ts'
import { findRecord } from '../bodies/envelope.ts'
import { hasRole, hintsOf, scopeOf, type Draft } from '../drafts/draft.ts'
import type { Routes } from '../paths/routes.ts'
import { lastLiteral, lastParameter } from '../paths/template.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'
import { authorProperties } from '../references/authors.ts'
import { areUsers } from '../references/current-user.ts'
import { withKeptProperty } from '../schemas/kept-property.ts'
import { isSameSchema, isSimilar } from '../schemas/similarity.ts'
import { filtersInPath } from './filters-in-path.ts'

/**
 * Joins what is created and listed below another record to the shorter path at which it is read, even if nothing in the records
 * names that other record: `POST /posts/{postId}/comments` and `GET /comments/{id}`. Then the records keep its id, which no response
 * shows. Returns the drafts that remain.
 */
export function joinShallow(document: Document, routes: Routes, drafts: readonly Draft[]): readonly Draft[] {
  const joined = new Map<Draft, Draft>()
  const taken = new Set<Draft>()
  for (const below of drafts) {
    const home = homeOf(document, routes, drafts, below)
    const whole = home && withOwned(document, home, below)
    if (!whole) continue
    taken.add(below)
    joined.set(home, whole)
  }
  return drafts.flatMap((draft) => (taken.has(draft) ? [] : (joined.get(draft) ?? draft)))
}

/** The only draft of such records at a shorter path, if they are created nowhere else. */
function homeOf(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  below: Draft,
): Draft | undefined {
  const scope = scopeOf(below)
  if (hasRole(below, 'read') || !hasRole(below, 'create') || scope.length === 0) return undefined
  // The path of what lists and creates alone may have items, too, though they are read at the shorter one.
  const isItemLike = below.itemPath !== undefined
  const [home, ...others] = drafts.filter(
    (draft) =>
      draft.kind === 'collection' &&
      draft.identity.property !== undefined &&
      hasRole(draft, 'read', 'update', 'replace') &&
      nounOf(draft) === nounOf(below) &&
      scopeOf(draft).join() === scope.slice(0, -1).join() &&
      (!isItemLike || (hasRole(draft, 'read') && draft.identity.property === below.identity.property)) &&
      (isSameSchema(document, draft.record, below.record) ||
        (!isItemLike && isOnlyCreatedAs(document, draft, below))),
  )
  return home && others.length === 0 && !isCreatedElsewhere(document, routes, home, below) ? home : undefined
}

/** Whether records that nothing lists or creates where they are read are like those below, with the same id. */
const isOnlyCreatedAs = (document: Document, home: Draft, below: Draft): boolean =>
  !hasRole(home, 'list', 'create') &&
  home.identity.property === below.identity.property &&
  home.identity.type === below.identity.type &&
  isSimilar(document, below.record, home.record)

const nounOf = ({ template }: Draft): string => singularWordsOf(lastLiteral(template.segments))

function isCreatedElsewhere(document: Document, routes: Routes, home: Draft, below: Draft): boolean {
  const ofOne = `${shapeOf(home.itemPath ?? '')}/`
  return [...routes.values()].flat().some(({ operation }) => {
    if (operation.method !== 'POST' || below.routes.has(operation.id)) return false
    // An action responds with the record that is there.
    if (shapeOf(operation.path).startsWith(ofOne)) return false
    const body = responseSchema(operation)
    const created = body && findRecord(document, body, hintsOf(home))
    return created !== undefined && isSameSchema(document, created.schema, home.record)
  })
}

/** The home with the operations below the other record, which its records show, or whose id they keep. */
function withOwned(document: Document, home: Draft, below: Draft): Draft | undefined {
  const { segments } = below.template
  const [route] = below.routes.values()
  const shown = route && filtersInPath(document, home, route)
  if (shown && shown.length > 0) return withOperations(home, below, shown)
  const parameter = lastParameter(segments.slice(0, -1)) ?? ''
  const author = route && authorIn(document, home, pathAbove(pathAbove(route.operation.path)))
  if (author !== undefined) return withOperations(home, below, [{ parameter, property: author }])
  const schema = route && pathParameter(route.operation, parameter)?.schema
  const property = schema && keptName(document, home.record, parameter, below)
  if (!schema || property === undefined) return undefined
  return {
    ...withOperations(home, below, [{ parameter, property }]),
    record: withKeptProperty(document, home.record, property, schema),
    owner: { property, itemPath: pathAbove(route.operation.path) },
  }
}

/** The id of who has created the records, if those are below users: the `host_id` of meetings. */
function authorIn(document: Document, { record }: Draft, above: string): string | undefined {
  if (!areUsers(above)) return undefined
  const ids = [...authorProperties(document, record).keys()].filter((name) => wordsOf(name).at(-1) === 'id')
  return ids.length === 1 ? ids[0] : undefined
}

/** The home with the operations of another draft, whose paths select its records. */
const withOperations = (home: Draft, below: Draft, within: readonly Filter[]): Draft => ({
  ...home,
  operations: [
    ...home.operations,
    ...below.operations.map((operation) => ({ ...operation, scope: scopeOf(home), within })),
  ],
  routes: new Map([...home.routes, ...below.routes]),
})

/** A name that records do not have: that of the parameter, or with the noun before it. */
function keptName(
  document: Document,
  record: SchemaNode,
  parameter: string,
  { template: { segments } }: Draft,
): string | undefined {
  const known = possiblePropertiesOf(document, record)
  const noun = singularWordsOf(lastLiteral(segments.slice(0, -2))).replaceAll(' ', '_')
  return noun === '' ? undefined : [parameter, `${noun}_${parameter}`].find((name) => !known.has(name))
}
