import { spellingsOf } from '../../../spec/inference/records/spellings.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { CrudOptions } from '../options.ts'
import type { Property } from './record-type.ts'

type Properties = ReadonlyMap<string, Property>

/**
 * The names that a record has for properties which clients send by others: in another spelling, as new ones, `new_name`, or what is said
 * in all, the `status` that a post shows as its `content`. Undefined if there are none.
 */
export function namesInRecord(
  options: CrudOptions,
  sent: Properties,
  shown: Properties,
): ReadonlyMap<string, string> | undefined {
  const spelt = spellingsOf(sent, shown)
  const others = [...renamedIn(sent, shown), ...said(options, sent, shown)]
  return others.length === 0 ? spelt : new Map([...(spelt ?? []), ...others])
}

type Names = readonly (readonly [sent: string, shown: string])[]

/** The properties that clients send by another name, `new_name`, with the names that the record has for them. */
export const renamedIn = (sent: ReadonlyMap<string, unknown>, shown: ReadonlyMap<string, unknown>): Names =>
  [...sent.keys()].flatMap((name) => {
    const own =
      /^new_(.+)$/.exec(name)?.[1] ?? name.replace(/^new([A-Z])/, (_, first: string) => first.toLowerCase())
    // `new_branch_name` is the `name` of a branch, and the `username` of an account may be its `login`.
    const others =
      own === name ? (name === 'username' ? ['login', 'handle'] : []) : [own, own.replace(/^\w+_/, '')]
    const found = others.find((each) => shown.has(each) && !sent.has(each) && !shown.has(name))
    return found === undefined ? [] : [[name, found] as const]
  })

const words = /^(?:status|text|content|body|message|comment|note|post)$/

/** The only text of its kind that is sent but not shown, and the only one that is shown but not sent, if both have to be there. */
function said({ document }: CrudOptions, sent: Properties, shown: Properties): Names {
  const onlyIn = (own: Properties, other: Properties): readonly string[] =>
    [...own.values()].flatMap(({ name, node, isRequired, isReadOnly }) =>
      isRequired &&
      !isReadOnly &&
      words.test(name) &&
      !other.has(name) &&
      typesOf(document, node).has('string')
        ? [name]
        : [],
    )
  const [one, two] = [onlyIn(sent, shown), onlyIn(shown, sent)]
  const [from, to] = [one[0], two[0]]
  const isSole = one.length === 1 && two.length === 1
  return isSole && from !== undefined && to !== undefined ? [[from, to]] : []
}
