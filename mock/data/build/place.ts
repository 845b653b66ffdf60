import { singular, wordsOf } from '../../../spec/inference/prose/words.ts'
import { perName } from '../../../spec/util/memo.ts'
import type { Random } from '../random.ts'
import type { Shape } from '../shape/shape.ts'

/** The position of a generated value in the value around it, and the state of its generation. */
export interface Place {
  /** The value's name in words, such as `created at`; empty if it has none. */
  readonly words: string
  /** The names of the object that contains it, in words. */
  readonly parent: string
  /** The value's own random stream. */
  readonly random: Random
  /** The random stream of the object that contains it. */
  readonly owner: Random
  readonly depth: number
  /** The `core` of each shape that contains it. */
  readonly path: readonly string[]
  /** From 0. Each attempt has its own stream, and later ones include fewer optional properties. */
  readonly attempt: number
  /** Whether the value should differ from the document's examples. */
  readonly isRepeat: boolean
  /** Whether examples of names and the like are those of another record. */
  readonly isLater: boolean
  /** Whether the value may be an example of an object, or of a list of objects. */
  readonly isWhole: boolean
  /** The property names that lead from here to a list that is to stay empty; undefined if there is none. */
  readonly open: readonly string[] | undefined
  /** What the `message` of the whole value says, if no example does. */
  readonly says: string | undefined
  /** Whether the whole value is the body of a successful response. */
  readonly isSuccess: boolean
  /** Shared by all values generated together. */
  readonly budget: Budget
}

/** Limits the number of generated values. */
interface Budget {
  /** The number of values after which optional ones are left out. Negative once it is exceeded. */
  left: number
  /** The (negative) value of `left` at which generation stops. */
  readonly end: number
}

/** The words of a name: `created at` for `createdAt`. */
export const words: (name: string) => string = perName((name) =>
  wordsOf(name)
    .join(' ')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2'),
)

const singularWords = perName(singular)

/** The place inside an object, from which {@link propertyPlace} derives those of its properties. */
export function insideObject(place: Place, shape: Shape): Place {
  const name = shape.annotations.name === undefined ? '' : words(shape.annotations.name)
  return { ...inside(place, shape), parent: `${place.words} ${name}`.trim(), owner: place.random }
}

/** @param here The place inside the object, from {@link insideObject}. */
export function propertyPlace(here: Place, name: string): Place {
  const open = here.open?.[0] === name ? here.open.slice(1) : undefined
  return { ...here, words: words(name), random: here.owner.fork(name), open }
}

/** The place of an item of an array, named after the array in the singular. */
export function itemPlace(place: Place, shape: Shape, index: number, repeat: number): Place {
  const isRepeat = index > 0 || repeat > 0
  const random = place.random.fork(repeat === 0 ? String(index) : `${String(index)} again ${String(repeat)}`)
  // Each item is about another person and another day.
  const owner = isRepeat ? random : place.owner
  return {
    ...inside(place, shape),
    words: singularWords(place.words),
    random,
    owner,
    isRepeat,
    open: undefined,
  }
}

/** The same place for a later attempt. */
export function again(place: Place, attempt: number): Place {
  if (attempt === 0) return place
  return {
    ...place,
    attempt: place.attempt + attempt,
    random: place.random.fork(`attempt ${String(attempt)}`),
  }
}

function inside(place: Place, shape: Shape): Place {
  return { ...place, depth: place.depth + 1, path: [...place.path, shape.core], isWhole: !place.isLater }
}
