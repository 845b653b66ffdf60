import type { Document, Locate, OpenApiObject, SpecProblem } from '../document.ts'
import { refProblems, versionProblems, type ExplainRef } from './document-problems.ts'
import { keepExactInExamples } from './exact-examples.ts'
import { assertWithinLimits } from './limits.ts'
import { openApiObject, versionOf } from './openapi-object.ts'
import { plainCopy } from './plain-copy.ts'
import { refUses } from './ref-uses.ts'

/**
 * Loads a document from the parsed object, which is copied. Reads no files, so it works in browsers. Throws a SpecError
 * when the document as a whole cannot be used.
 */
export function loadObject(value: object): Document {
  const locate: Locate = () => undefined
  assertWithinLimits(value, locate)
  const root = openApiObject(keepExactInExamples(plainCopy(value)), locate)
  return createDocument({ source: '(object)', root, locate, problems: () => [] })
}

interface DocumentParts {
  readonly source: string
  readonly root: OpenApiObject
  readonly locate: Locate
  /** The problems of its files. */
  readonly problems: () => readonly SpecProblem[]
  readonly explain?: ExplainRef
}

/** Creates a document whose problems are determined when first asked for: serving it does not need them. */
export function createDocument({ source, root, locate, problems, explain }: DocumentParts): Document {
  let all: readonly SpecProblem[] | undefined
  const document: Document = {
    version: versionOf(root),
    source,
    root,
    get problems() {
      all ??= [...versionProblems(document), ...problems(), ...refProblems(document, refUses(root), explain)]
      return all
    },
    locate,
  }
  return document
}
