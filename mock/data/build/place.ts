import { singular, wordsOf } from '../../../spec/inference/prose/words.ts'
import { perName } from '../../../spec/util/memo.ts'
import type { Random } from '../random.ts'
import type { Shape } from '../shape/shape.ts'

/** Where a value goes, and what that says about it. */
export interface Place {
  /** The value's name in words, `created at`; empty when it has none. */
  readonly words: string
  /** Names of what contains it, in words. */
  readonly parent: string
  /** The value's own stream. */
  readonly random: Random
  /** Stream of the object that contains it. */
  readonly owner: Random
  readonly depth: number
  /** Cores of the shapes that contain it. */
  readonly path: readonly string[]
  /** From 0. Each further attempt has another stream and leaves out more of what is optional. */
  readonly attempt: number
  /** Another value than the examples in the document is wanted. */
  readonly isRepeat: boolean
  /** Property names that lead from here to a list that is left empty; undefined when there is none. */
  readonly open: readonly string[] | undefined
  /** Shared by all values generated together. */
  readonly budget: Budget
}

/** How many more values may be generated before what is optional is left out. */
interface Budget {
  left: number
  /** What is left when nothing is made any more. */
  readonly end: number
}

/** The words of a name, `createdAt` as `created at`. */
export const words: (name: string) => string = perName((name) =>
  wordsOf(name)
    .join(' ')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2'),
)

const singularWords = perName(singular)

/** The place that all properties of an object share. */
export function insideObject(place: Place, shape: Shape): Place {
  const name = shape.notes.name === undefined ? '' : words(shape.notes.name)
  return { ...inside(place, shape), parent: `${place.words} ${name}`.trim(), owner: place.random }
}

/** The place of a property in an object, `here` being that of the object's inside. */
export function propertyPlace(here: Place, name: string): Place {
  const open = here.open?.[0] === name ? here.open.slice(1) : undefined
  return { ...here, words: words(name), random: here.owner.fork(name), open }
}

/** The place of an item of an array: it is called as the array, in the singular. */
export function itemPlace(place: Place, shape: Shape, index: number, repeat: number): Place {
  const isRepeat = index > 0 || repeat > 0
  const random = place.random.fork(repeat === 0 ? String(index) : `${String(index)} again ${String(repeat)}`)
  // Another item is about another person and another day.
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

/** The same place, for another attempt. */
export function again(place: Place, attempt: number): Place {
  if (attempt === 0) return place
  return {
    ...place,
    attempt: place.attempt + attempt,
    random: place.random.fork(`attempt ${String(attempt)}`),
  }
}

function inside(place: Place, shape: Shape): Place {
  return { ...place, depth: place.depth + 1, path: [...place.path, shape.core] }
}
