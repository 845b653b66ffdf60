import type { SchemaNode } from '../../../spec/document.ts'
import { resourceNoun } from '../../../spec/inference/references/names.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { CrudOptions } from '../options.ts'
import { resourceNamed } from '../resource-index.ts'

/** What two references of a record have in common, by the names of the properties that refer. */
export interface CommonReferences {
  /** References that follow from others: the `boardId` of a card is that of the column that its `columnId` refers to. */
  readonly via: ReadonlyMap<string, Reference>
  /** Properties that both records have: a card has only labels with its own `boardId`. */
  readonly within: ReadonlyMap<string, string>
}

/** Nouns for people. Two records that refer to one another need not have the same author. */
const people = /(?:user|member|person|people|profile|employee|author|staff|contact|account)$/

/** References to records that have a reference in common with the referrer. */
export function commonReferences(
  { document, model }: CrudOptions,
  from: Pick<Resource, 'name'>,
  references: readonly Reference[],
): CommonReferences {
  const via = new Map<string, Reference>()
  const within = new Map<string, string>()
  const { parent, record } = resourceNamed(model, from.name) ?? {}
  const properties = record && possiblePropertiesOf(document, record)
  const isSingle = ({ property }: Reference): boolean => {
    const node = properties?.get(property)
    return node !== undefined && !typesOf(document, node).has('array')
  }
  const common = references.filter(
    (reference) =>
      !isEmbedding(reference) && isSingle(reference) && !people.test(resourceNoun(reference.resource)),
  )
  for (const reference of references) {
    const target = resourceNamed(model, reference.resource)
    if (isEmbedding(reference) || target === undefined) continue
    const all = common.filter(
      ({ property, resource, idProperty }) =>
        resource !== target.name &&
        target.references.some(
          (each) =>
            each.property === property && each.resource === resource && each.idProperty === idProperty,
        ),
    )
    for (const shared of all) {
      const isImplied = shared.resource === parent?.resource || via.has(shared.property)
      if (!isImplied && isSingle(reference)) via.set(shared.property, reference)
      // Records below others are picked among those of what contains them.
      else if (target.scope.length === 0 && !within.has(reference.property))
        within.set(reference.property, shared.property)
    }
  }
  return { via, within }
}

/** The references that the lines of an order have in common with it: their dishes are of its restaurant. */
export function commonWithOwner(
  { model }: CrudOptions,
  references: readonly Reference[],
  around: readonly Reference[],
): CommonReferences {
  const within = new Map(
    references.flatMap((reference) => {
      const target = resourceNamed(model, reference.resource)
      const shared = around.find(
        ({ property, resource }) =>
          resource !== target?.name &&
          target?.references.some((each) => each.property === property && each.resource === resource),
      )
      return shared && !isEmbedding(reference) ? [[reference.property, shared.property] as const] : []
    }),
  )
  return { via: new Map(), within }
}

/** Whether a reference is to one record that others may have in common. */
export function isShareable({ document }: CrudOptions, node: SchemaNode, reference: Reference): boolean {
  const property = possiblePropertiesOf(document, node).get(reference.property)
  const isSingle = property !== undefined && !typesOf(document, property).has('array')
  return isSingle && !isEmbedding(reference) && !people.test(resourceNoun(reference.resource))
}

/** Whether a reference embeds the record, or the records, that it leads to. */
export const isEmbedding = ({ idProperty }: Reference): boolean => idProperty !== undefined
