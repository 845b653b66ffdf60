import { singularWords, wordsOf } from '../../../../spec/inference/prose/words.ts'
import { numericProperties } from '../../../../spec/schemas/properties.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import { after, type MaybePromise } from '../../../maybe-promise.ts'
import type { ListQuery, Readable } from '../../../store/store.ts'
import type { Endpoint } from '../../endpoint.ts'
import type { Member } from '../../member.ts'
import { meanIn } from '../../relations/derived/derived-values.ts'

/** A number in a list's envelope that is the sum of one of all records: `total_quantity` of `quantity`. */
interface Sum {
  readonly path: readonly string[]
  readonly averaged: string
}

const total = /^(?:total|sum|sum of) (.+)$|^(.+) (?:total|sum)$/

/** The sums in a list's envelope, and in the objects in it. */
const sumsOf = perObject(({ presenter, operation, resource, options }: Endpoint): readonly Sum[] => {
  const envelope = operation.responsePath?.slice(0, -1)
  if (!presenter || !envelope || operation.responsePath?.length === 0) return []
  const numbers = new Map(
    numericProperties(options.document, resource.record).map(
      (name) => [singularWords(wordsOf(name)), name] as const,
    ),
  )
  const items = operation.responsePath?.at(-1)
  const inner = presenter.namesAt(envelope).filter((name) => name !== items)
  return [envelope, ...inner.map((name) => [...envelope, name])].flatMap((place) =>
    presenter.namesAt(place).flatMap((name): readonly Sum[] => {
      const [, last = '', first = ''] = total.exec(singularWords(wordsOf(name))) ?? []
      const averaged = numbers.get(last || first)
      return averaged === undefined ? [] : [{ path: [...place, name], averaged }]
    }),
  )
})

/** The sums over all records that a list has, whatever the page. */
export function sumMembers(
  endpoint: Endpoint,
  records: Readable,
  where: ListQuery['where'],
): MaybePromise<readonly Member[]> {
  const sums = sumsOf(endpoint)
  if (sums.length === 0) return []
  return after(records.list(where && { where }), ({ items }) =>
    sums.map(({ path, averaged }) => ({ path, value: meanIn(items, { averaged, isSum: true }) ?? 0 })),
  )
}
