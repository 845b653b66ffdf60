import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Reference, Resource } from '../../resources.ts'
import { possiblePropertiesOf, propertyAt, requiredOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { acceptedBy } from '../bodies/accepted-schema.ts'
import { requestSchema } from '../bodies/content.ts'
import { describedOrder } from '../lists/described-order.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'

/** How the records of a resource are numbered: cards in a column, tracks in a playlist. */
export interface Positions {
  /** The property that holds the number. */
  readonly property: string
  /** The number of the first record. */
  readonly first: number
  /** The property that refers to the record in which they are numbered; undefined for the whole collection. */
  readonly within: string | undefined
  /** Whether only the server sets the numbers, so that they have no gaps. */
  readonly isManaged: boolean
  /** Whether the server numbers new records, although clients may move them later. */
  readonly isAssigned: boolean
}

const names = /^(?:position|(?:sort|display) (?:order|index)|order(?: index)?|index|ordinal|sequence|pos)$/

/**
 * The numbering of a resource's records. Undefined unless one of its operations moves a record to a position that the request sends,
 * or lists the records in that order, or records may be created without a position.
 */
export function positionsOf(
  document: Document,
  { record, operations, nesting, references }: Resource,
  byId: ReadonlyMap<string, Operation>,
): Positions | undefined {
  const [property, node] =
    [...possiblePropertiesOf(document, record)].find(
      ([name, each]) => names.test(wordsOf(name).join(' ')) && isInteger(document, each),
    ) ?? []
  if (property === undefined || !node) return undefined
  const declared = operations.flatMap((role) => {
    const operation = byId.get(role.operationId)
    return operation ? [{ ...role, operation }] : []
  })
  const moves = declared.flatMap(({ role, operation }) => {
    const sent = role === 'action' ? requestSchema(operation) : undefined
    return sent && propertyAt(document, sent, [property]) ? [possiblePropertiesOf(document, sent)] : []
  })
  const isListed = declared.some(
    ({ role, operation }) =>
      role === 'list' && describedOrder(document, operation, record)?.property === property,
  )
  const creations = declared.flatMap((each) => {
    const accepted = each.role === 'create' ? acceptedBy(document, each.operation, each, nesting) : undefined
    return each.role === 'create' ? [accepted] : []
  })
  const isAlways = (lacks: (accepted: SchemaNode) => boolean): boolean =>
    creations.length > 0 && creations.every((accepted) => accepted !== undefined && lacks(accepted))
  const isAssigned = isAlways((accepted) => !possiblePropertiesOf(document, accepted).has(property))
  const mayLack = isAlways((accepted) => !requiredOf(document, accepted).has(property))
  if (moves.length === 0 && !isListed && !mayLack) return undefined
  const [container, ...others] = declared.flatMap(({ role, within }) => (role === 'create' ? [within] : []))
  const isManaged = declared.every((each) => {
    const accepted = each.role === 'action' ? undefined : acceptedBy(document, each.operation, each, nesting)
    const own = accepted && possiblePropertiesOf(document, accepted).get(property)
    return own === undefined || keywordOf(document, own, 'readOnly') === true
  })
  return {
    property,
    first: firstPosition(document, node),
    within:
      movedTo(document, record, references, moves) ??
      (others.length === 0 && container?.length === 1 ? container[0]?.property : undefined),
    isManaged,
    isAssigned,
  }
}

/** The property with the id of the record that moves send beside the position: the `columnId` of a card. */
function movedTo(
  document: Document,
  record: SchemaNode,
  references: readonly Reference[],
  moves: readonly ReadonlyMap<string, SchemaNode>[],
): string | undefined {
  const own = possiblePropertiesOf(document, record)
  return references.find(
    ({ property, idProperty }) =>
      idProperty === undefined && own.has(property) && moves.some((sent) => sent.has(property)),
  )?.property
}

function isInteger(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  return types.has('integer') && !types.has('null')
}

function firstPosition(document: Document, node: SchemaNode): number {
  const minimum = keywordOf(document, node, 'minimum')
  if (typeof minimum === 'number') return minimum
  const described = /\b(?:from|with|at) ([01])\b|\b(zero|one)[- ]based\b/i.exec(
    schemaDescription(document, node),
  )
  return described?.[1] === '0' || described?.[2]?.toLowerCase() === 'zero' ? 0 : 1
}
