import type { SchemaNode } from '../../../../spec/document.ts'
import {
  countedNoun,
  countsInvolved,
  describedRecords,
  type DescribedRecords,
} from '../../../../spec/inference/numbers/counts.ts'
import { normalizedSentences, schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../../../../spec/inference/prose/words.ts'
import { isArray, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { operationFor, recordProperties, writableProperties, type Api } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { itemDraft } from '../../../draft.ts'
import type { Fixture } from '../../../interaction.ts'
import { ownerIn } from '../../../records/owned-records.ts'
import { listOwnerOf, ownerOf } from '../../../records/parameter-resource.ts'
import { readOrFind, type ReadResult } from '../../../records/read-record.ts'
import { createVaried } from '../../../records/steps/create-with.ts'
import { addItems, hasUnnamedItems } from '../lists/unnamed-items.ts'
import { amongText, isAmong, memberState, membersOf, moveInto, type MemberState } from './sums.ts'

/** A property that counts something of a record. */
export interface Count {
  readonly property: string
  /** The counted items: those of another property, or the records below this one or, if `by` is given, those that refer to it. */
  readonly of: { readonly property: string } | Counted
  /** Whether its description says that it is a count. */
  readonly isDescribed: boolean
}

/** Records that a record counts. */
interface Counted {
  readonly child: Resource
  readonly by?: string
  readonly among?: MemberState | undefined
}

/** The properties of a record that count items which can be read, such as `memberCount` beside `members`. */
export function countsOf(api: Api, resource: Resource): readonly Count[] {
  const writable = writableProperties(api, resource)
  const properties = recordProperties(api, resource)
  const children = api.model.resources.filter(
    (each) => operationFor(api, each, 'list') && (ownerOf(api, each) ?? listOwnerOf(api, each)) === resource,
  )
  return [...properties].flatMap(([property, node]): readonly Count[] => {
    const counted = countedNoun(property)
    if (counted === undefined || writable.has(property) || !typesOf(api.document, node).has('integer'))
      return []
    const description = keywordsOf(api, node).get('description')
    const isDescribed = typeof description === 'string' && /how many|number of|count of/i.test(description)
    // `itemsTotal` is often what the items cost.
    if (!isDescribed && wordsOf(property).at(-1) === 'total') return []
    const list = [...properties].find(
      ([name, each]) => singularWordsOf(name) === counted && isList(api, each),
    )
    if (list) return [{ property, of: { property: list[0] }, isDescribed }]
    const said = countedBy(api, node, counted)
    const child = children.find(({ name }) => singularNounOf(name) === counted)
    const [referring, ...others] = said
      ? referringTo(api, resource, (noun) => noun === counted)
      : referringTo(api, resource, (noun) => countsInvolved(api.document, node, noun))
    const of = child ? { child } : others.length === 0 ? referring : undefined
    const among = of && memberState(api, of.child, said)
    return of && among !== null ? [{ property, of: { ...of, among }, isDescribed }] : []
  })
}

/** The records with that noun that each refer to one of a resource, by one property, and are all in one list. */
const referringTo = (
  api: Api,
  { name }: Resource,
  isMeant: (noun: string) => boolean,
): readonly { readonly child: Resource; readonly by: string }[] =>
  api.model.resources.flatMap((child) => {
    const [reference, ...others] = child.references.filter(({ resource }) => resource === name)
    const isListed = child.scope.length === 0 && operationFor(api, child, 'list') !== undefined
    const node = reference && recordProperties(api, child).get(reference.property)
    const isSingle = node !== undefined && !isList(api, node)
    return reference && isSingle && others.length === 0 && isListed && isMeant(singularNounOf(child.name))
      ? [{ child, by: reference.property }]
      : []
  })

/** "How many animals the owner has": the noun for all records of an owner. */
const howMany =
  /^ how many (.+?) (?:(?:(?:this|the) \w+|it|they) (?:currently )?(?:ha|have|own|contain|hold)|there are (?:in|on|at|of|for) (?:it|(?:this|the) \w+)) $/

/** What the description of a number says of the records with that noun that it counts. */
const countedBy = (
  { document }: Api,
  node: SchemaNode,
  noun: string,
): Pick<DescribedRecords, 'state' | 'isNot'> | undefined =>
  normalizedSentences(schemaDescription(document, node))
    .flatMap((sentence) => {
      const isCount = /^ (?:(?:the )?(?:total )?(?:number|count) of|how many) /.test(sentence)
      const all = { noun: howMany.exec(sentence)?.[1], state: undefined, isNot: false }
      return (isCount ? describedRecords(sentence) : undefined) ?? all
    })
    .map((said) => ofState(said, noun))
    .find((said) => said.noun === noun)

/** "Approved comments" are the comments that are approved. */
function ofState<
  Said extends Pick<DescribedRecords, 'state' | 'isNot'> & { readonly noun: string | undefined },
>(said: Said, noun: string): Said {
  const state = said.noun?.endsWith(` ${noun}`) === true ? said.noun.slice(0, -noun.length - 1) : undefined
  return state === undefined || said.state !== undefined ? said : { ...said, noun, state }
}

const isList = ({ document }: Api, node: SchemaNode): boolean => typesOf(document, node).has('array')

/** Judges the counts of a new record, after adding counted records below it and after deleting one. */
export async function judgeCounts(context: Context, resource: Resource): Promise<void> {
  const counts = countsOf(context.api, resource)
  const record = await context.fixture(resource, { fresh: true })
  if (!record?.creation) throw inconclusive(`No record of ${resource.name} is available to add to.`)
  for (const count of counts) {
    if ('child' in count.of) await countChildren(context, resource, record, { ...count, of: count.of })
    else
      judgeCount(context, resource, count, await readOrFind(context, resource, record), 'POST', (record) =>
        lengthOf(record, count),
      )
  }
}

function lengthOf(record: JsonObject, { of }: Count): number | undefined {
  const list = 'property' in of ? record[of.property] : undefined
  return isArray(list) ? list.length : undefined
}

/** Adds records below the counting one, deletes one of them, and adds some below another; judges the count each time. */
async function countChildren(
  context: Context,
  resource: Resource,
  record: Fixture,
  count: Count & { readonly of: Counted },
): Promise<void> {
  const { child, by, among } = count.of
  let owner = record
  const isRight = async (after: string, of = owner): Promise<boolean> => {
    const members = await membersOf(context, { resource, member: child, by }, of)
    const listed = members?.filter((each) => isAmong(among, each)).length
    const seen = await readOrFind(context, resource, of)
    return listed === undefined || !judgeCount(context, resource, count, seen, after, () => listed)
  }
  const add = async (amount: number): Promise<boolean> => {
    if (hasUnnamedItems(child)) return (await addItems(context, child, amount)).length > 0
    for (let added = 0; added < amount; added += 1) {
      const made =
        added === 0 ? await context.fixture(child, { fresh: true }) : await createVaried(context, child)
      if (!made?.creation) return false
    }
    return true
  }
  context.group.fixtures.set(resource.name, record)
  // A property that counts something else as well does not start at 0.
  if (!count.isDescribed && (await readOrFind(context, resource, record))?.record?.[count.property] !== 0)
    return
  if (!(await add(2))) return
  const last = context.group.fixtures.get(child.name)
  // They may have been added only to another one, which was brought into the right state.
  owner = (last && ownerIn(last, resource.name)) ?? record
  context.group.fixtures.set(resource.name, owner)
  if (!(await isRight('POST'))) return
  const moved = last && among && (await moveInto(context, child, among, last))
  if (moved && !(await isRight(moved.method))) return
  const removal = operationFor(context.api, child, 'delete')
  if (last && removal && !hasUnnamedItems(child)) {
    await context.send(itemDraft(removal, last), 'valid')
    if (!(await isRight('DELETE'))) return
  }
  // Items below another record must not be counted.
  const other = await context.fixture(resource, { fresh: true })
  if (other?.creation && other !== owner && (await add(2))) await isRight('POST', other)
}

/** Judges a count by the number of items; returns true if it is wrong. */
function judgeCount(
  context: Context,
  resource: Resource,
  { property, of, isDescribed }: Count,
  seen: ReadResult | undefined,
  after: string,
  counted: (record: JsonObject) => number | undefined,
): boolean {
  const shown = seen?.record?.[property]
  const actual = seen?.record && counted(seen.record)
  if (!seen || typeof shown !== 'number' || actual === undefined || shown === actual) return false
  const items = 'child' in of ? `${of.child.name}${amongText(of.among)}` : of.property
  const evidence = {
    rule: `${property} of ${resource.name} is the number of ${items}`,
    cause: `count ${property} ${resource.name}`,
    after,
    contradiction: `${String(shown)} for ${String(actual)} ${items}`,
    severity: isDescribed ? 'error' : 'warning',
  } as const
  return context.judge(aggregate, evidence, { answer: seen.answer })
}
