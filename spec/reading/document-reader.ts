import type { Document, Pointer, SpecProblem } from '../document.ts'
import { appendPointer } from '../json/pointer.ts'
import { follow, memberOf, type Located } from '../json/refs.ts'
import { isObject, own } from '../util/object.ts'

/** Reads nodes of a document with their `$ref`s resolved, and collects the problems found on the way. */
export class DocumentReader {
  readonly document: Document
  /** In the order they were found. */
  readonly problems: SpecProblem[] = []

  constructor(document: Document) {
    this.document = document
  }

  get root(): Located {
    return { value: this.document.root, pointer: '#' }
  }

  /** The member of that name; undefined when it is missing or null. */
  child(located: Located, name: string): Located | undefined {
    const member = memberOf(located, name)
    return member && member.value !== null ? this.resolved(member) : undefined
  }

  /** The members of the object in the member of that name. */
  members(located: Located, name: string): readonly (readonly [string, Located])[] {
    return this.membersOf(this.child(located, name))
  }

  /** The members of an object; empty for anything else. */
  membersOf(map: Located | undefined): readonly (readonly [string, Located])[] {
    if (!map || !isObject(map.value)) return []
    return Object.keys(map.value).flatMap((key) => {
      const member = this.child(map, key)
      return member ? [[key, member] as const] : []
    })
  }

  /** The objects of the array in the member of that name. */
  items(located: Located, name: string): readonly Located[] {
    const list = own(located.value, name)
    if (!Array.isArray(list)) return []
    const pointer = appendPointer(located.pointer, name)
    return list.flatMap((value: unknown, index) => {
      const item = this.resolved({ value, pointer: appendPointer(pointer, index) })
      return item && isObject(item.value) ? [item] : []
    })
  }

  /** Adds a problem. */
  report(code: string, severity: SpecProblem['severity'], message: string, pointer: Pointer): void {
    const { document } = this
    this.problems.push({
      code,
      severity,
      message,
      pointer,
      /** Determined on access: it needs the syntax tree of the text. */
      get location() {
        return document.locate(pointer)
      },
    })
  }

  private resolved(located: Located): Located | undefined {
    const target = follow(this.document, located)
    if (!target) {
      const ref = String(own(located.value, '$ref'))
      this.report('unresolved-ref', 'error', `The $ref '${ref}' cannot be resolved.`, located.pointer)
    }
    return target
  }
}
