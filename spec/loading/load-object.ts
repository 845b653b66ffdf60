import type { Document, OpenApiObject, SpecProblem } from '../document.ts'
import { refProblems, versionProblems } from './document-problems.ts'
import type { ExplainRef } from './document-problems.ts'
import { keepExactInExamples } from './exact-examples.ts'
import { assertWalkable, plainCopy } from './plain.ts'
import type { Locate } from './plain.ts'
import { refUses } from './ref-uses.ts'
import { openApiObject, versionOf } from './version.ts'

/**
 * A document given as the parsed object, which is copied. Reads no files, so that it works in browsers. Throws a SpecError
 * when the document cannot be used as a whole.
 */
export function loadObject(value: object): Document {
  const locate: Locate = () => undefined
  const root = openApiObject(keepExactInExamples(plainCopy(walkable(value, locate))), locate)
  return createDocument({ source: '(object)', root, locate, problems: () => [] })
}

/** The value, made sure that it can be walked. Throws a SpecError. */
export function walkable(value: unknown, locate: Locate): unknown {
  assertWalkable(value, locate)
  return value
}

interface Parts {
  readonly source: string
  readonly root: OpenApiObject
  readonly locate: Locate
  readonly problems: () => readonly SpecProblem[]
  readonly explain?: ExplainRef
}

/** Serving needs no problems: they are looked for when somebody asks. */
export function createDocument({ source, root, locate, problems, explain }: Parts): Document {
  let found: readonly SpecProblem[] | undefined
  const document: Document = {
    version: versionOf(root),
    source,
    root,
    get problems() {
      found ??= [
        ...versionProblems(document),
        ...problems(),
        ...refProblems(document, refUses(root), explain),
      ]
      return found
    },
    locate,
  }
  return document
}
