import type { Document, Pointer, SpecProblem } from '../document.ts'
import { follow, memberOf, type Located } from './refs.ts'
import { isObject, own } from '../util/object.ts'
import { appendPointer } from '../json/pointer.ts'

/** Goes through a document with its references followed, and notes what is wrong on the way. */
export class Walker {
  readonly document: Document
  /** In the order in which they were met. */
  readonly problems: SpecProblem[] = []

  constructor(document: Document) {
    this.document = document
  }

  get root(): Located {
    return { value: this.document.root, pointer: '#' }
  }

  /** A member; undefined when there is none, or null. */
  child(located: Located, name: string): Located | undefined {
    const member = memberOf(located, name)
    return member && member.value !== null ? this.followed(member) : undefined
  }

  /** The members of a member that is an object. */
  members(located: Located, name: string): readonly (readonly [string, Located])[] {
    return this.membersOf(this.child(located, name))
  }

  /** The members of an object, none where there is no object. */
  membersOf(map: Located | undefined): readonly (readonly [string, Located])[] {
    if (!map || !isObject(map.value)) return []
    return Object.keys(map.value).flatMap((key) => {
      const member = this.child(map, key)
      return member ? [[key, member] as const] : []
    })
  }

  /** The objects in a member that is an array. */
  items(located: Located, name: string): readonly Located[] {
    const list = own(located.value, name)
    if (!Array.isArray(list)) return []
    const pointer = appendPointer(located.pointer, name)
    return list.flatMap((value: unknown, index) => {
      const item = this.followed({ value, pointer: appendPointer(pointer, index) })
      return item && isObject(item.value) ? [item] : []
    })
  }

  /** Notes something wrong at a place. */
  problem(code: string, severity: SpecProblem['severity'], message: string, pointer: Pointer): void {
    const { document } = this
    this.problems.push({
      code,
      severity,
      message,
      pointer,
      /** Looked up when asked for: it needs the text's syntax tree. */
      get location() {
        return document.locate(pointer)
      },
    })
  }

  private followed(located: Located): Located | undefined {
    const target = follow(this.document, located)
    if (!target)
      this.problem(
        'unresolved-ref',
        'error',
        `'${String(own(located.value, '$ref'))}' leads nowhere.`,
        located.pointer,
      )
    return target
  }
}
