import { pathParameter, type Document, type SchemaNode } from '../../document.ts'
import type { Filter } from '../../resources.ts'
import { pathAbove, shapeOf } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { responseSchema } from '../bodies/content.ts'
import { findRecord } from '../bodies/envelope.ts'
import { hasRole, hintsOf, scopeOf, type Draft } from '../drafts/draft.ts'
import type { Route, Routes } from '../paths/routes.ts'
import { isParameter, lastLiteral, lastParameter, parseTemplate } from '../paths/template.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'
import { authorProperties } from '../references/authors.ts'
import { areUsers } from '../references/current-user.ts'
import { withKeptProperty } from '../schemas/kept-property.ts'
import { isSameSchema, isSimilar } from '../schemas/similarity.ts'
import { filtersInPath } from './filters-in-path.ts'
import { unclaimedRoutes } from './unclaimed.ts'

/**
 * Joins what is created and listed below another record to the shorter path at which it is read, even if nothing in the records
 * names that other record: `POST /posts/{postId}/comments` and `GET /comments/{id}`. Then the records keep its id, which no response
 * shows. So do those that nothing reads one by one, but which an operation acts on at the shorter path: `POST /fines/{id}/pay`. Returns
 * the drafts that remain.
 */
export function joinShallow(document: Document, routes: Routes, drafts: readonly Draft[]): readonly Draft[] {
  const joined = new Map<Draft, Draft>()
  const taken = new Set<Draft>()
  for (const below of drafts) {
    const known = homeOf(document, routes, drafts, below)
    const home = known ?? homeOfActions(document, unclaimedRoutes(routes, drafts), below)
    const whole = home && withOwned(document, home, below)
    if (!whole) continue
    if (known) taken.add(below)
    joined.set(known ?? below, whole)
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

/** A draft of the same records at the shorter path where an operation acts on one that nothing reads there. */
function homeOfActions(document: Document, unclaimed: readonly Route[], below: Draft): Draft | undefined {
  const { segments } = below.template
  const [parent, noun] = [segments.at(-2), segments.at(-1)]
  if (!hasRole(below, 'create') || below.itemPath !== undefined || below.identity.property === undefined)
    return undefined
  if (!isParameter(parent) || noun === undefined) return undefined
  const template = parseTemplate(
    pathAbove(pathAbove(pathAbove(below.collectionPath ?? ''))) + `/${lastLiteral(segments)}`,
  )
  const isAction = ({ operation, template: { key } }: Route): boolean => {
    const body = /^P(?:OST|UT|ATCH)$/.test(operation.method) ? responseSchema(operation) : undefined
    const shown = body && findRecord(document, body, hintsOf(below))
    return (
      key.startsWith(`${template.key}/{}`) &&
      /^[/:]?[^/{}]+$/.test(key.slice(template.key.length + 3)) &&
      shown !== undefined &&
      isSameSchema(document, shown.schema, below.record)
    )
  }
  return unclaimed.some(isAction)
    ? { ...below, template, collectionPath: undefined, operations: [], routes: new Map() }
    : undefined
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
