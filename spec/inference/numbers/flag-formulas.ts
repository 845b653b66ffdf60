import type { Document, Pointer, SchemaNode } from '../../document.ts'
import type { JsonObject } from '../../json.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { amountIn } from '../../util/amount.ts'
import { normalizedSentences, schemaDescription } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'

/** How a flag follows from numbers of the same object: `lowStock` is whether there is less than the `reorderPoint`. */
export interface FlagFormula {
  readonly property: string
  /** The description. */
  readonly pointer: Pointer
  /** Undefined if the object lacks something the formula needs. */
  readonly valueIn: (object: JsonObject) => boolean | undefined
}

const comparisons: readonly (readonly [RegExp, (one: number, other: number) => boolean])[] = [
  [
    /^(?:at or below|at most|(?:less|lower) than or equal to|(?:not|no) more than|<=|≤)$/,
    (one, other) => one <= other,
  ],
  [
    /^(?:at or above|at least|(?:greater|more) than or equal to|(?:not|no) less than|>=|≥)$/,
    (one, other) => one >= other,
  ],
  [/^(?:below|under|(?:less|lower|fewer|smaller) than|<)$/, (one, other) => one < other],
  [/^(?:above|over|(?:greater|more|higher) than|>)$/, (one, other) => one > other],
  [/^(?:equal to|the same as|==?)$/, (one, other) => one === other],
]

const said =
  /^ (?:whether|(?:it )?(?:is )?(?:set to )?true (?:if|when|while|once|as long as)) (?:the |it )?(?<one>\w+(?: \w+)*?) (?:is |are |ha |have )?(?:fallen |dropped )?(?<how>at or \w+|at most|at least|\w+ than or equal to|(?:not|no) \w+ than|below|under|above|over|\w+ than|equal to|the same as) (?:the |it )?(?<other>\w+(?: \w+)*) $/
const written = /(?<one>\w+)[`"']? ?(?<how><=|>=|==?|<|>|≤|≥) ?[`"']?(?<other>\w+)/

/**
 * The formulas in the descriptions of an object's flags: "Whether the total stock is at or below the reorder point", "True when
 * `stock <= 5`".
 */
export function flagFormulasOf(document: Document, object: SchemaNode): readonly FlagFormula[] {
  const properties = [...possiblePropertiesOf(document, object)]
  const numbers = new Map(
    properties.flatMap(([name, node]) =>
      isNumeric(typesOf(document, node)) ? [[singularWordsOf(name), name] as const] : [],
    ),
  )
  return properties.flatMap(([property, node]): readonly FlagFormula[] => {
    if (!typesOf(document, node).has('boolean')) return []
    const description = schemaDescription(document, node)
    const [sentence = '', ...more] = normalizedSentences(description).filter((each) => each.trim() !== '')
    const {
      one = '',
      how = '',
      other = '',
    } = (more.length === 0 ? (written.exec(description) ?? said.exec(sentence)) : undefined)?.groups ?? {}
    const holds = comparisons.find(([words]) => words.test(how))?.[1]
    const [left, right] = [one, other].map((words) => sideOf(numbers, words))
    if (!holds || !left || !right) return []
    const valueIn = (record: JsonObject): boolean | undefined => {
      const [first, second] = [left(record), right(record)]
      return first === undefined || second === undefined ? undefined : holds(first, second)
    }
    return [{ property, pointer: `${node.pointer}/description`, valueIn }]
  })
}

type Side = (record: JsonObject) => number | undefined

/** One side of a comparison: a number of the object by its name, or a constant. */
function sideOf(numbers: ReadonlyMap<string, string>, words: string): Side | undefined {
  const name = numbers.get(singularWordsOf(words))
  if (name !== undefined) return (record) => amountIn(record[name])
  const constant = words === 'zero' ? 0 : /^\d+$/.test(words) ? Number(words) : undefined
  return constant === undefined ? undefined : () => constant
}
