import type { Document } from '../document.ts'
import { lintDocument } from './lint.ts'
import { SpecError, fatal } from './spec-error.ts'

/** Rejects with a {@link SpecError} that lists all that is wrong with a document, warnings included. */
export async function assertFlawless(document: Document): Promise<void> {
  const problems = await lintDocument(document)
  if (problems.length === 0) return
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
  const message = `The document has ${count}, and is refused for that by --strict (strict).`
  throw new SpecError([fatal('not-flawless', message, document.locate('#')), ...problems])
}
