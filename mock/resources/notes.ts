/** What is known of objects. */
export interface Notes<T> {
  get(object: object): T | undefined
  set(object: object, note: T): void
}

/** Hands back what it is given: fields of a class derived from it are then that object's. */
const Given = function (object: object) {
  return object
} as unknown as new (object: object) => object

/**
 * Like a WeakMap, but the notes stand in the objects themselves, as a private field that nobody sees and no copy has: each
 * entry of a weak map costs something at every garbage collection, and ten times as much to make.
 */
export function createNotes<T>(): Notes<T> {
  /** What nothing can be added to. */
  const closed = new WeakMap<object, T>()
  class Noted extends Given {
    #note: T
    constructor(object: object, note: T) {
      super(object)
      this.#note = note
    }
    static get(object: object): T | undefined {
      return #note in object ? object.#note : closed.get(object)
    }
    static set(object: object, note: T): void {
      if (#note in object) object.#note = note
      else if (Object.isExtensible(object)) void new Noted(object, note)
      else closed.set(object, note)
    }
  }
  return Noted
}
