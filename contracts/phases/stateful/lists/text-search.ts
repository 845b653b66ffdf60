import type { DescribedSearch } from '../../../../spec/inference/lists/described-search.ts'
import { stringifyJson, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { idIn, sameId } from '../../../answers/answer-records.ts'
import { operationFor, type Api, type RoleOperation } from '../../../api/api.ts'
import { listFilter } from '../../../checks/list-filter.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { asking, textOfId } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { readPages, type ReadableList } from '../../../records/lists.ts'
import { readItem } from '../../../records/read-record.ts'
import { isValid, withProperty } from '../../../requests/validity.ts'
import { judgeTotal } from './pages.ts'
import { prepareList } from './prepare-list.ts'

/** Words that neither stemming nor a list of stop words changes. */
const words = ['Foxglove', 'Larkspur', 'Quillwort', 'Bluebell', 'Snowdrop', 'Marigold']

/** A word that follows the first one of a property. */
const second = 'Hollyhock'

/** A record with a word in each property that is searched. */
interface Searched {
  readonly made: Fixture
  readonly wordOf: ReadonlyMap<string, string>
  /** The properties with a second word. */
  readonly withSecond: ReadonlySet<string>
}

/**
 * A search finds a record by a word in each property that its description names, and in another case if it says so. It is only
 * judged once it finds the record by one of them: before that, the index may be late.
 */
export async function judgeTextSearch(
  context: Context,
  resource: Resource,
  search: DescribedSearch,
  list: RoleOperation,
): Promise<void> {
  const of = await prepareList(context, resource, list)
  const searched = await createSearched(of, search)
  const found: string[] = []
  const missing: string[] = []
  for (const [property, word] of searched.wordOf) {
    const isFound = (await searchFor(of, search, searched, word))?.isFound
    if (isFound !== undefined) (isFound ? found : missing).push(property)
  }
  const [first] = found
  if (first === undefined) throw inconclusive('The search does not find the new record.')
  for (const property of missing) if (await judgeWord(of, search, searched, property, (word) => word)) return
  if (await judgeStrangers(of, search, searched, first)) return
  const variants = [
    ...(search.ignoresCase
      ? [(word: string) => word.toUpperCase(), (word: string) => word.toLowerCase()]
      : []),
    ...(search.findsParts ? [(word: string) => word.slice(2, -1)] : []),
    ...(search.findsBeginnings ? [(word: string) => word.slice(0, -2)] : []),
  ]
  for (const turned of variants) if (await judgeWord(of, search, searched, first, turned)) return
  if (search.findsBeginnings) await judgeEnding(of, search, searched, first)
  if (searched.withSecond.has(first)) await judgeWord(of, search, searched, first, () => second)
}

/** Reports a search for beginnings that finds the record by the end of its word. */
async function judgeEnding(
  of: ReadableList,
  search: DescribedSearch,
  searched: Searched,
  property: string,
): Promise<void> {
  const word = searched.wordOf.get(property) ?? ''
  const ending = word.slice(2)
  const result = await searchFor(of, search, searched, ending)
  if (result?.isFound !== true) return
  const { name, pointer } = search.parameter
  const evidence = { parameter: name, property, values: [ending], mismatches: [word], missing: [], pointer }
  of.context.judge(listFilter, evidence, { answer: result.answer })
}

/** Whether a search was reported for its total, or for items that do not have its word anywhere. */
async function judgeStrangers(
  of: ReadableList,
  search: DescribedSearch,
  searched: Searched,
  property: string,
): Promise<boolean> {
  const word = searched.wordOf.get(property) ?? ''
  const result = await searchFor(of, search, searched, word)
  if (result?.complete && judgeTotal(of, result.answer, result.items.length, search.parameter.name))
    return true
  const strangers = result?.items.filter(
    (item) => !stringifyJson(item).toLowerCase().includes(word.toLowerCase()),
  )
  if (!result || !strangers) return false
  const { name, pointer } = search.parameter
  const mismatches = strangers.map((item) => item[property] ?? null)
  const evidence = { parameter: name, property, values: [word], mismatches, missing: [], pointer }
  return of.context.judge(listFilter, evidence, { answer: result.answer })
}

/** Creates a record that has another word in each property that is searched, as far as clients can write them. */
async function createSearched(
  of: ReadableList,
  { properties, findsParts, findsBeginnings, findsWhole }: DescribedSearch,
): Promise<Searched> {
  const { context, resource } = of
  const create = operationFor(context.api, resource, 'create')
  if (!create || create.role.requestPath.length > 0 || context.run.options.readOnly)
    throw inconclusive('No record can be created for the search.')
  const { template } = await context.control(create.operation)
  if (!template) throw inconclusive(`No request to ${create.operation.id} was accepted.`)
  let draft = await context.instantiate(create.operation, template, { fresh: true })
  for (const [index, property] of properties.slice(0, words.length).entries())
    draft = withWord(
      context.api,
      draft,
      property,
      words[index] ?? '',
      !findsParts && !findsBeginnings && !findsWhole,
    )
  const answer = await context.send(draft, 'valid')
  const made = isSuccess(answer.status) ? context.run.records.createdBy(answer) : undefined
  const record = made && (await readItem(context, resource, made))?.record
  if (!made || !record) throw inconclusive(`The new record could not be read after ${String(answer.status)}.`)
  const own = findsParts ? ownTexts(record, properties) : []
  const wordOf = new Map([...own, ...wordsIn(record, properties, findsWhole)])
  const isTwo = (property: string): boolean => textOfId(record[property] ?? '').endsWith(` ${second}`)
  return { made, wordOf, withSecond: new Set([...wordOf.keys()].filter(isTwo)) }
}

/** The request with a word at the beginning of a property, as its value, or in an email address. */
const withWord = (api: Api, draft: Draft, property: string, word: string, isTwo: boolean): Draft =>
  (isTwo ? withProperty(api, draft, property, `${word} ${second}`) : undefined) ??
  withProperty(api, draft, property, word) ??
  withProperty(api, draft, property, `${word.toLowerCase()}@example.com`) ??
  draft

/** The words that the record shows, each in one property only; the whole properties if nothing less is sure to be found. */
function wordsIn(
  record: JsonObject,
  properties: readonly string[],
  isWhole: boolean,
): ReadonlyMap<string, string> {
  const shown = properties.flatMap((property, index) => {
    const word = words[index]
    const whole = [word, `${String(word)} ${second}`, `${String(word).toLowerCase()}@example.com`].find(
      (each) => each === record[property],
    )
    return word !== undefined && whole !== undefined ? [[property, isWhole ? whole : word] as const] : []
  })
  return new Map(shown)
}

/** The texts that a record has anyway, such as the code of a course, which takes no word: they are parts of themselves. */
const ownTexts = (
  record: JsonObject,
  properties: readonly string[],
): readonly (readonly [property: string, text: string])[] =>
  properties.flatMap((property) => {
    const text = record[property]
    return typeof text === 'string' && text.length > 4 ? [[property, text] as const] : []
  })

interface Found {
  readonly isFound: boolean
  readonly items: readonly JsonObject[]
  readonly answer: Answer
  readonly complete: boolean
}

/** Whether a search finds the record; undefined if that is unknown. */
async function searchFor(
  { context, resource, list, start }: ReadableList,
  { parameter }: DescribedSearch,
  { made }: Searched,
  word: string,
): Promise<Found | undefined> {
  const query = { [parameter.name]: word }
  if (!isValid(context.api, asking(start, query))) return undefined
  const listing = await readPages({ context, resource, list, start }, query)
  const [answer] = listing?.answers ?? []
  if (!listing || !answer) return undefined
  const { items, complete } = listing
  const isFound = items.some((item) => sameId(idIn(item, resource), made.id))
  return isFound || complete ? { isFound, items, answer, complete } : undefined
}

/** Whether the search did not find the record by its word in a property, and was reported for that. */
async function judgeWord(
  of: ReadableList,
  search: DescribedSearch,
  searched: Searched,
  property: string,
  turned: (word: string) => string,
): Promise<boolean> {
  const word = turned(searched.wordOf.get(property) ?? '')
  const result = await searchFor(of, search, searched, word)
  if (!result || result.isFound) return false
  const { name, pointer } = search.parameter
  const evidence = {
    parameter: name,
    property,
    values: [word],
    mismatches: [],
    missing: [searched.made.id],
    pointer,
  }
  return of.context.judge(listFilter, evidence, { answer: result.answer })
}
