import type { Document } from '../document.ts'
import { lintDocument } from './lint.ts'
import { SpecError, fatal } from './spec-error.ts'

/** Rejects with a {@link SpecError} that lists every problem of the document, warnings included, if it has any. */
export async function assertFlawless(document: Document): Promise<void> {
  const problems = await lintDocument(document)
  if (problems.length === 0) return
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  const message = `The document has ${count}. It is refused because of --strict (strict).`
  throw new SpecError([fatal('not-flawless', message, document.locate('#')), ...problems])
}
