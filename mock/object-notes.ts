/** Data attached to objects. */
export interface Notes<T> {
  get(object: object): T | undefined
  set(object: object, note: T): void
}

/** A constructor that returns its argument, so that private fields of a derived class are added to that object. */
const ReturnsArgument = function (object: object) {
  return object
} as unknown as new (object: object) => object

/**
 * Like a WeakMap, but stores each note in the object itself, as a private field that is invisible from outside and not copied
 * with it. Entries of a WeakMap cost time in every garbage collection, and about ten times as much to create.
 */
export function createNotes<T>(): Notes<T> {
  /** For objects that no field can be added to. */
  const nonExtensible = new WeakMap<object, T>()
  class Noted extends ReturnsArgument {
    #note: T
    constructor(object: object, note: T) {
      super(object)
      this.#note = note
    }
    static get(object: object): T | undefined {
      return #note in object ? object.#note : nonExtensible.get(object)
    }
    static set(object: object, note: T): void {
      if (#note in object) object.#note = note
      else if (Object.isExtensible(object)) void new Noted(object, note)
      else nonExtensible.set(object, note)
    }
  }
  return Noted
}
