import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Reference, Resource } from '../../resources.ts'
import { possiblePropertiesOf, propertyAt, requiredOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { acceptedBy } from '../bodies/accepted-schema.ts'
import { requestSchema } from '../bodies/content.ts'
import { describedOrder } from '../lists/described-order.ts'
import { schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'

/** How the records of a resource are numbered: cards in a column, tracks in a playlist. */
export interface Positions {
  /** The property that holds the number. */
  readonly property: string
  /** The number of the first record. */
  readonly first: number
  /** The property that refers to the record in which they are numbered; undefined for the whole collection. */
  readonly within: string | undefined
  /** Whether the numbers have no gaps: only the server sets them, or the document tells what becomes of those of the others. */
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
  const described = describedBase(document, node)
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
  const isSettable = declared.some((each) => {
    const accepted = each.role === 'action' ? undefined : acceptedBy(document, each.operation, each, nesting)
    const own = accepted && possiblePropertiesOf(document, accepted).get(property)
    return own !== undefined && keywordOf(document, own, 'readOnly') !== true
  })
  const areOthersMoved = declared.some(({ operation }) =>
    sentencesOf(operation).some((sentence) => othersMoved.test(sentence)),
  )
  return {
    property,
    first: described ?? firstPosition(document, [node, ...moves.flatMap((sent) => sent.get(property) ?? [])]),
    within:
      movedTo(document, record, references, moves) ??
      (others.length === 0 && container?.length === 1 ? container[0]?.property : undefined),
    isManaged: !isSettable || isIndex(document, node) || areOthersMoved,
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

/** The least number that the schemas of the record or of its moves allow, else 1. */
function firstPosition(document: Document, nodes: readonly SchemaNode[]): number {
  const minimums = nodes.map((node) => keywordOf(document, node, 'minimum'))
  return minimums.find((minimum) => typeof minimum === 'number') ?? 1
}

/** Where the description of a position says that they start: "Zero-based", "from 1". */
function describedBase(document: Document, node: SchemaNode): number | undefined {
  const [, digit, word] = based.exec(schemaDescription(document, node)) ?? []
  const isZero = digit === '0' || word?.toLowerCase() === 'zero'
  return digit === undefined && word === undefined ? undefined : Number(!isZero)
}

/** Whether a position is described as an index, "Zero-based", which has no gaps. */
const isIndex = (document: Document, node: SchemaNode): boolean =>
  /\b(?:zero|one)[- ]based\b/i.test(schemaDescription(document, node))

const based = /\b(?:from|with|at) ([01])\b|\b(zero|one)[- ]based\b/i

/** "The positions of the other cards are adjusted", "The following items are shifted". */
const othersMoved =
  / (?:other|following|remaining|subsequent|later)s?(?: \w+){0,3} (?:are|is|be) (?:automatically )?(?:adjusted|shifted|renumbered|reordered|updated|moved(?: (?:up|down))?) /
