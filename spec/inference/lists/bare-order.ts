import type { Operation } from '../../document.ts'
import { recordNounOf, singularWordsOf } from '../prose/words.ts'
import { numbering } from './numbering.ts'
import type { StatedOrder } from './order.ts'

/** At the beginning of a sentence, after a comma or after what is listed, where `by` cannot say what records are found or made by. */
const bare =
  /(?:^|, |^(?:all |the )?(?<listed>[a-z]+)(?: of (?:the |an? )?[a-z]+)? )by (?:their |its |the )?(?<name>[a-z]+(?: [a-z]+){0,2})(?:, (?:the )?(?:(?<up>lowest|smallest|oldest|earliest)|highest|largest|latest|newest|most recent)(?: ones?)?(?: comes?)?(?<first> first))?$/i

/** What texts are called by which lists are sorted, as they name one record. Records may also be grouped by others. */
const called =
  /^(?:name|title|label|(?:last|family|display|full) name|surname|slug|key|code|sku|login|handle)$/

/** The name of the property of a kind that words are about. */
type Find = (kind: StatedOrder['kind'], spoken: string) => string | undefined

/**
 * The orders that a list's own texts state by a name alone: "By name.", "Vets by name", "By number, the latest first". Numbers
 * and times need a direction, unless they number the records.
 */
export const bareOrders = (
  { path, summary, description, responses }: Operation,
  find: Find,
): readonly StatedOrder[] =>
  [
    summary,
    description,
    ...responses.filter(({ status }) => status === '200').map((each) => each.description),
  ].flatMap((text) =>
    (text ?? '')
      .replaceAll('\x60', '')
      .split(/[.;](?:\s|$)/)
      .flatMap((sentence) => {
        const { listed, name, up, first } = bare.exec(sentence.trim())?.groups ?? {}
        const isList = listed === undefined || recordNounOf(path).endsWith(singularWordsOf(listed))
        return name === undefined || !isList
          ? []
          : orderBy(singularWordsOf(name), first === undefined ? undefined : up === undefined, find)
      }),
  )

function orderBy(name: string, isDescending: boolean | undefined, find: Find): readonly StatedOrder[] {
  const isDirected = isDescending !== undefined
  const kinds = [
    ...(called.test(name) || (isDirected && /(?:^| )(?:number|code)$/.test(name)) ? (['text'] as const) : []),
    ...(isDirected || numbering.test(name) ? (['number'] as const) : []),
    ...(isDirected ? (['time'] as const) : []),
  ]
  return kinds.flatMap((kind) => {
    const property = find(kind, name)
    return property === undefined ? [] : [{ property, descending: isDescending === true, kind }]
  })
}
