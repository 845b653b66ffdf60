import type { Pointer } from '../../../../spec/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { idIn } from '../../../answers/answer-records.ts'
import { bodySchema, operationFor, type RoleOperation } from '../../../api/api.ts'
import { inconclusive, isTrusted, type Context } from '../../../context.ts'
import { bodyValue, textOfId, withBody } from '../../../draft.ts'
import type { Draft, Fixture } from '../../../interaction.ts'
import { queryParameter, readPages, type Listing, type ReadableList } from '../../../records/lists.ts'
import { withoutOptional } from '../../../requests/body-variants.ts'
import { isValid } from '../../../requests/validity.ts'
import { addItems, addOperationOf, createParent, identityOf, hasUnnamedItems } from './unnamed-items.ts'

/** Fills the resource's list, or the given one, with some records. Ends the case if the list is unreliable. */
export async function prepareList(
  context: Context,
  resource: Resource,
  list: RoleOperation | undefined = operationFor(context.api, resource, 'list'),
): Promise<ReadableList> {
  if (!list || !isTrusted(context.run, list.operation)) throw inconclusive('No reliable list is available.')
  if (hasUnnamedItems(resource)) return bareSubject(context, resource, list)
  // With different owners and numbers, so that filters have something to exclude.
  const made: (Fixture | undefined)[] = []
  for (const freshReferences of [false, false, true])
    made.push(await context.fixture(resource, { fresh: true, freshReferences }))
  await addItems(context, resource, 1)
  const accepted = await context.control(context.api.byId.get(list.operation.id) ?? list.operation)
  if (!accepted.answer || !isSuccess(accepted.answer.status)) throw inconclusive('The list cannot be read.')
  const of = { context, resource, list, start: accepted.answer.draft }
  return of.start.body ? searched(of, made) : of
}

/** A search with the fewest parameters that finds the created records; others lag behind, or search other records. */
async function searched(of: ReadableList, made: readonly (Fixture | undefined)[]): Promise<ReadableList> {
  const { context, start } = of
  const least = withoutOptional(context.api, bodySchema(start.operation), bodyValue(start), (body) =>
    isValid(context.api, withBody(start, body)),
  )
  const wide = { ...of, start: least ? withBody(start, least) : start }
  const { items } = await readWholeList(wide)
  const found = new Set(identitiesOf(of, items).map(textOfId))
  if (!made.every((each) => each === undefined || found.has(textOfId(each.id))))
    throw inconclusive('The search does not find all records.')
  return wide
}

/**
 * The request for a record that the list shows: below the same record if it is created at the path of the list, with a reference to
 * it if that tells whose list shows it.
 */
export function inSameList({ start, list }: ReadableList, draft: Draft): Draft {
  const inPath = start.bindings.filter((each) => each.in === 'path')
  if (draft.operation.path === start.operation.path) {
    const bindings = [...inPath, ...draft.bindings.filter((each) => each.in !== 'path')]
    return { ...draft, path: start.path, bindings }
  }
  return list.role.within.reduce((made, { parameter, property, idProperty }) => {
    const body = bodyValue(made)
    const owner = inPath.find(({ at }) => at === parameter)
    if (!owner || idProperty !== undefined || !isJsonObject(body) || !Object.hasOwn(body, property))
      return made
    const at = `/${property}`
    const bindings = [
      ...made.bindings.filter((each) => each.at !== at),
      { ...owner, in: 'body' as const, at },
    ]
    return { ...withBody(made, { ...body, [property]: owner.fixture.id }), bindings }
  }, draft)
}

const mostFed = 5

/** A list whose items cannot be named, with as many as can be added, of a parent of its own where it has one. */
async function bareSubject(context: Context, resource: Resource, list: RoleOperation): Promise<ReadableList> {
  if (addOperationOf(context.api, resource) && (await createParent(context, resource)))
    await addItems(context, resource, mostFed)
  const { template } = await context.control(list.operation)
  if (!template) throw inconclusive('The list cannot be read.')
  return { context, resource, list, start: await context.instantiate(list.operation, template) }
}

/** Reads all items that match a query. Ends the case if there are too many. */
export async function readWholeList(of: ReadableList, query: JsonObject = {}): Promise<Listing> {
  return completeOrEnd(await readPages(of, query))
}

/** A listing of all items. Ends the case if there are too many. */
export function completeOrEnd(listing: Listing | undefined): Listing {
  if (!listing?.complete) throw inconclusive('The list is too long to read completely.')
  return listing
}

/** The values that identify items: their ids, if they have any. */
export const identitiesOf = ({ resource }: ReadableList, items: readonly JsonObject[]): readonly Json[] =>
  hasUnnamedItems(resource)
    ? items.map((item) => identityOf(resource, item))
    : items.map((item) => idIn(item, resource)).filter((id) => id !== undefined)

/** The pointer of the list's parameter of that name, or of the list if there is none. */
export const pointerOf = ({ list }: ReadableList, parameter: string): Pointer =>
  queryParameter(list, parameter)?.pointer ?? list.operation.pointer
