import type { Document, SchemaNode } from '../../document.ts'
import type { Reference, Resource } from '../../resources.ts'
import { itemOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf, resolveRef } from '../../schemas/subschemas.ts'
import { enumValues, formatOf, typesOf } from '../../schemas/types.ts'
import { own } from '../../util/object.ts'
import { normalizedSentences, schemaDescription } from '../prose/sentences.ts'
import { normalizeName, singular, singularWordsOf, wordsOf } from '../prose/words.ts'
import { isExpandable } from './expandable.ts'
import { referencedNoun } from './names.ts'
import { nearest, type Referrer } from './nearest.ts'
import { showsId, shownTarget } from './shown-targets.ts'
import { isIdOf, knownByPattern, type ReferenceTargets } from './targets.ts'

/**
 * Properties that refer to records of other resources: by their ids (`categoryId`, `category_id`, `idCategory`, `categoryIds`) or
 * by showing them (`category: {id, name}`).
 * @param nodes the schemas of the referrer's records, and of what clients send of them
 */
export function referencesOf(
  document: Document,
  referrer: Referrer,
  nodes: readonly SchemaNode[],
  targets: ReferenceTargets,
): readonly Reference[] {
  const maps = new Set(nodes.map((node) => possiblePropertiesOf(document, resolveRef(document, node))))
  const properties = [...maps].flatMap((map) => [...map])
  const shown = new Map(
    properties.flatMap(([property, schema]) => {
      const target = shownTarget(document, referrer, property, schema, targets)
      return target ? [[property, target] as const] : []
    }),
  )
  const shownByNoun = new Map(
    [...shown].map(([property, target]) => [normalizeName(singular(property)), target]),
  )
  const references = new Map<string, Reference>()
  const byId = new Map<string, Resource>()
  for (const [property, schema] of properties) {
    const record = shown.get(property)
    const target = record ?? idTarget(document, referrer, property, schema, { targets, shownByNoun })
    if (!target || references.has(property)) continue
    const held = record?.idProperty === undefined ? {} : { idProperty: record.idProperty }
    references.set(property, { property, resource: target.name, ...held })
    if (!record) byId.set(referencedNoun(property) ?? '', target)
  }
  for (const [property, schema] of properties) {
    const target = references.has(property) ? undefined : byId.get(normalizeName(property))
    const { name, idProperty } = target ?? {}
    if (target && name !== undefined && idProperty !== undefined && showsId(document, schema, target))
      references.set(property, { property, resource: name, idProperty })
  }
  return [...references.values()]
}

interface KnownTargets {
  readonly targets: ReferenceTargets
  /** The resources whose records other properties show, by the nouns of these: `assignee` beside `assigneeId`. */
  readonly shownByNoun: ReadonlyMap<string, Resource>
}

/** The resource whose ids a property holds. */
function idTarget(
  document: Document,
  referrer: Referrer,
  property: string,
  schema: SchemaNode,
  { targets, shownByNoun }: KnownTargets,
): Resource | undefined {
  const noun = referencedNoun(property)
  const named = noun === undefined ? [] : (targets.byNoun.get(noun) ?? [])
  // `taskId` of a task is its own id, whatever other resources are called tasks.
  if (property === referrer.idProperty && named.some(({ name }) => name === referrer.name)) return undefined
  const node = itemOf(document, schema)
  const shown = shownByNoun.get(noun ?? '')
  if (shown && isIdOf(document, node, shown)) return shown
  const ways = [
    () => named,
    () => namedByLastWords(document, property, node, targets),
    () => namedByRole(document, property, node, targets),
    () => namedAfter(document, node === schema ? property : singular(property), node, targets),
    () => (isExpandable(document, node) ? targets.bySchema(node) : []),
    () => describedTargets(document, schema, targets, noun === undefined ? property : undefined),
    () => namedByIdName(document, referrer, property, node, targets),
    () => (noun === undefined ? [] : knownByPattern(document, node, targets)),
  ]
  for (const candidates of ways) {
    const [first, ...others] = candidates()
    if (first)
      return nearest(
        referrer,
        [first, ...others].filter((other) => isIdOf(document, node, other)),
      )
  }
  return undefined
}

/**
 * Resources that the description of an id begins with, as "The user who holds it" and "ID of the user" do, or "Name of the queue" where
 * queues are identified by their names, or is: "A user".
 * @param name the property's name if that does not tell that it is an id: then the description has to, and both have to name the
 *   records, or the description what those do
 */
function describedTargets(
  document: Document,
  schema: SchemaNode,
  { byNoun }: ReferenceTargets,
  name: string | undefined,
): readonly Resource[] {
  const [sentence = ''] = normalizedSentences(schemaDescription(document, schema))
  const [, beforeClause, idName = 'id', ofId, whole] =
    /^ (?:the |an? )?(?:(\w+(?: \w+)?) (?:who|that|which|whose|by whom|to whom)|(id|identifier|uuid|name|slug|key|code) of (?:the |an? )?(?:existing )?(\w+(?: \w+)?)) |^ an? (\w+(?: \w+)?) $/.exec(
      sentence,
    ) ?? []
  // "The id of an account or of a card": nothing tells which.
  const [, other = '', next = ''] = / or (?:of )?(?:the |an? )?(\w+)(?: (\w+))? /.exec(sentence) ?? []
  if (ofId !== undefined && (byNoun.has(other) || byNoun.has(other + next))) return []
  const isSoIdentified = ({ idProperty = '' }: Resource): boolean =>
    /^(?:id|identifier|uuid)$/.test(idName) || normalizeName(idProperty) === idName
  // Who works on a ticket is its assignee: what the records do for this one tells why the property is not named after them.
  const [, doing] =
    /^ (?:the |an? )?(?:id|identifier|uuid) of (?:the |an? )?(?:existing )?(\w+) (?:who|that|which|whose|by whom|to whom) /.exec(
      sentence,
    ) ?? []
  const words = (beforeClause ?? ofId ?? whole ?? '').split(' ')
  const spoken = [words.join(''), ...(ofId === undefined ? [] : [words[0] ?? ''])]
  const named = name === undefined ? undefined : normalizeName(singular(name))
  const nouns = spoken.filter(
    (noun) => named === undefined || noun === doing || (ofId !== undefined && named.endsWith(noun)),
  )
  return (
    nouns.map((noun) => (byNoun.get(noun) ?? []).filter(isSoIdentified)).find((found) => found.length > 0) ??
    []
  )
}

/** The only resource whose id has the property's own name, such as the `sku` of an order's line. */
function namedByIdName(
  document: Document,
  referrer: Referrer,
  property: string,
  node: SchemaNode,
  { byIdName }: ReferenceTargets,
): readonly Resource[] {
  const name = normalizeName(property)
  const found = byIdName.get(name) ?? byIdName.get(normalizeName(singular(property))) ?? []
  const isOwnId = normalizeName(referrer.idProperty ?? '') === name
  const [target] = found
  if (!target || found.length > 1 || isOwnId || target.name === referrer.name) return []
  return isIdOf(document, node, target) ? found : []
}

/**
 * Resources that the last words of a property name, as in `billing_address_id`. The id has to have the same schema or pattern as the
 * property, or be a number, unless its first word is that for an end of a movement: an `external_order_id`, a plain string, may be the
 * id of another system.
 */
function namedByLastWords(
  document: Document,
  property: string,
  node: SchemaNode,
  { byNoun }: ReferenceTargets,
): readonly Resource[] {
  const words = wordsOf(property)
  const nouns = words.slice(1).map((_, index) => referencedNoun(words.slice(index + 1).join('_')))
  const named = nouns.flatMap((noun) => byNoun.get(noun ?? '') ?? [])
  return named.filter((other) => {
    const id = possiblePropertiesOf(document, other.record).get(other.idProperty ?? '')
    return (
      id !== undefined &&
      (directions.has(words[0] ?? '') ||
        (other.idType === 'integer' ? !elsewhere.test(words[0] ?? '') : isSameForm(document, id, node)))
    )
  })
}

/** Names of numbers that count, measure or order something even where records have the same name. */
const quantities = new Set(
  (
    'order position level version number index rank priority count point score rating amount quantity year size page stage ' +
    'step bid offer discount fee fine reward tip deposit payment refund credit balance goal vote cost price tax charge budget'
  ).split(' '),
)

/** Resources that an integer or a UUID is named after, as in `category: 3`; `orders: 3` is their number. */
function namedAfter(
  document: Document,
  name: string,
  node: SchemaNode,
  { byNoun }: ReferenceTargets,
): readonly Resource[] {
  const noun = normalizeName(name)
  return (byNoun.get(noun) ?? []).filter(({ record, idProperty = '', idType }) => {
    const id = possiblePropertiesOf(document, record).get(idProperty)
    return idType === 'integer'
      ? typesOf(document, node).has('integer') && !quantities.has(noun) && !isMeasured(node)
      : id !== undefined && [id, node].every((each) => formatOf(document, each) === 'uuid')
  })
}

/** Whether the values of a schema have a maximum, or begin with 0, as ids do not. */
const isMeasured = ({ schema }: SchemaNode): boolean =>
  own(schema, 'maximum') !== undefined || own(schema, 'minimum') === 0

/** First words of properties that refer to the two ends of a movement: `fromAccountId`. */
const directions = new Set('from to source target destination origin'.split(' '))

/** First words of properties that refer to the records of another system. */
const elsewhere = /^(?:external|remote|foreign|third|legacy|provider|vendor|client|partner|upstream)$/

/** Whether two schemas refer to the same named schema, have the same `pattern`, or are both of UUIDs. */
function isSameForm(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  const parts = partsOf(document, other, ['allOf', 'oneOf', 'anyOf'])
  const { pointer, schema } = resolveRef(document, one)
  const [pattern, isUuid] = [own(schema, 'pattern'), own(schema, 'format') === 'uuid']
  return parts.some(
    (part) =>
      part.pointer === pointer ||
      (pattern !== undefined && own(part.schema, 'pattern') === pattern) ||
      (isUuid && own(part.schema, 'format') === 'uuid'),
  )
}

/** Roles in which records refer to users. */
const roles =
  /(?:owner|author|creator|assignee|reporter|actor|organi[sz]er|instructor|moderator|reviewer|approver|requester|uploader|seller|buyer|bidder|winner|asker|sender|recipient|receiver|borrower|lender|renter|voter|player|supervisor|mentor|attendee|participant|invitee|inviter|(?:ed|nt) by)$/

/** What documents call those who work with an API. */
const nounsOfUsers = ['user', 'employee', 'staff', 'staffmember', 'person']

/** The values of enums of users, among them their roles: `interviewer`. */
const kindsOf = (document: Document, { record }: Resource): readonly unknown[] =>
  [...possiblePropertiesOf(document, record).values()].flatMap((node) => enumValues(document, node))

/** The only collection of users, if a property is named after the role of one, such as `assigneeIds` and `created_by`. */
function namedByRole(
  document: Document,
  property: string,
  node: SchemaNode,
  { byNoun }: ReferenceTargets,
): readonly Resource[] {
  const role = singularWordsOf(property).replace(/ (?:user )?(?:id|uuid)$/, '')
  const named = nounsOfUsers.flatMap((noun) => byNoun.get(noun) ?? [])
  // Where there are no users, members are those of the service, unless they are below something.
  const [users, ...others] = named.length > 0 ? named : (byNoun.get('member') ?? [])
  if (!users || others.length > 0 || users.scope.length > 0) return []
  if (!roles.test(role) && !kindsOf(document, users).includes(role)) return []
  const id = possiblePropertiesOf(document, users.record).get(users.idProperty ?? '')
  const isNamed = normalizeName(users.idProperty ?? '') === 'id' && referencedNoun(property) !== undefined
  return id && (users.idType === 'integer' || isSameForm(document, id, node) || (isNamed && isPlainId(node)))
    ? [users]
    : []
}

/** Whether an id has no form by which to tell it from others. */
const isPlainId = ({ schema }: SchemaNode): boolean =>
  ['format', 'pattern', 'enum'].every((keyword) => own(schema, keyword) === undefined)
