import type { Operation } from '../../../../spec/document.ts'
import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { textSearchOf, type TextSearch } from '../../../../spec/inference/lists/text-search.ts'
import { isSameSchema } from '../../../../spec/inference/schemas/similarity.ts'
import { isJsonObject, memberNamed, type Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import type { Behaviour } from '../../../behaviour.ts'
import type { BehaviourOf } from '../../endpoint.ts'
import { textSelection } from '../../lists/filters/text-search.ts'
import { listAt } from '../../lists/list-at.ts'
import type { CrudOptions } from '../../options.ts'

/** The most records of each kind that a search finds. */
const most = 20

/** The behaviour of a search at a path of its own, `GET /search?q=…`: in the records of one resource, or of several by kind. */
export const searchBehaviour = (
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined => searchList(options, operation, behaviourOf) ?? searchKinds(options, operation)

/** The resources whose records a search may find: those that clients can list and read. */
const searchable = ({ model }: CrudOptions): readonly Resource[] =>
  model.resources.filter(
    ({ kind, scope, discoverable, operations }) =>
      kind === 'collection' &&
      scope.length === 0 &&
      discoverable &&
      operations.some(({ role }) => role === 'read'),
  )

function searchList(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const [found, another] = searchable(options).flatMap(
    (resource) => listAt(options, operation, resource) ?? [],
  )
  if (!found || another || !textSearchOf(options.document, operation, found.resource)) return undefined
  return behaviourOf(found)
}

/** What a search finds of one kind, and where the response shows it. */
interface Kind {
  readonly property: string
  readonly resource: Resource
  readonly search: TextSearch
}

/** Responds with the records that match, by kind: `{courses: […], instructors: […]}`. */
function searchKinds(options: CrudOptions, operation: Operation): Behaviour | undefined {
  const body = responseSchema(operation)
  const kinds = body ? kindsIn(options, operation, body) : []
  if (!body || kinds.length === 0) return undefined
  const { accepts } = options.validator.of(body, 'response')
  return async ({ next, request, store }) => {
    const outcome = await next()
    if (outcome.kind !== 'ok' || !isJsonObject(outcome.body)) return outcome
    const found: Record<string, Json> = {}
    for (const { property, resource, search } of kinds) {
      const words = memberNamed(request.query, search.parameter)
      const selection = textSelection(operation.id, search, words)
      const { items } = await store
        .collection(resource.name)
        .list({ ...(selection && { selection }), limit: most })
      found[property] = items
    }
    const complete = { ...outcome.body, ...found }
    return accepts(complete) ? { ...outcome, body: complete } : outcome
  }
}

function kindsIn(
  options: CrudOptions,
  operation: Operation,
  body: NonNullable<ReturnType<typeof responseSchema>>,
): readonly Kind[] {
  const { document } = options
  return [...possiblePropertiesOf(document, body)].flatMap(([property, node]): readonly Kind[] => {
    const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
    const resource =
      item && searchable(options).find((each) => !each.nesting && isSameSchema(document, item, each.record))
    const search = resource && textSearchOf(document, operation, resource)
    return resource && search ? [{ property, resource, search }] : []
  })
}
