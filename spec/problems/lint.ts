import type { Document, Pointer, SpecProblem } from '../document.ts'
import { appendPointer, pointerTokens, resolvePointer } from '../json/pointer.ts'
import { operationsOf } from '../operations.ts'
import { messageOf } from '../util/error-message.ts'
import { byLocation } from './known-problems.ts'
import { exampleProblems } from './lint-examples.ts'

/**
 * Finds all problems of a document, in the order of its text: those of loading and of its operations, violations of the
 * structure that OpenAPI prescribes, and examples that are invalid against their schemas. Takes about a second for a large
 * document, and is not needed to serve it.
 */
export async function lintDocument(document: Document): Promise<readonly SpecProblem[]> {
  const sources = [
    document.problems,
    operationsOf(document).problems,
    await structureProblems(document),
    exampleProblems(document),
  ]
  const all: SpecProblem[] = []
  for (const problems of sources) {
    // A problem found earlier at the same node is the cause of later ones.
    const known = new Set(all.map(({ pointer }) => pointer))
    for (const problem of problems) if (!known.has(problem.pointer)) all.push(problem)
  }
  return all.sort(byLocation)
}

async function structureProblems(document: Document): Promise<readonly SpecProblem[]> {
  try {
    return await structureViolations(document)
  } catch (error) {
    const reason = messageOf(error)
    return [problemAt(document, `The structure of the document could not be checked: ${reason}.`, '#')]
  }
}

async function structureViolations(document: Document): Promise<readonly SpecProblem[]> {
  const { BaseResolver, Source, createConfig, lintDocument: lint } = await import('@redocly/openapi-core')
  const violations = await lint({
    document: { source: new Source(document.source, ''), parsed: withoutUnresolvedRefs(document) },
    config: await createConfig({ rules: { struct: 'error' } }),
    externalRefResolver: Object.assign(new BaseResolver(), { loadExternalRef: refuse }),
  })
  return violations.flatMap(({ ruleId, message, location }) =>
    ruleId === 'struct' ? [problemAt(document, message.trim(), pointerOf(location[0]?.pointer ?? '#'))] : [],
  )
}

function refuse(address: string): Promise<never> {
  return Promise.reject(new Error(`${address} is not part of the document`))
}

function problemAt(document: Document, message: string, pointer: Pointer): SpecProblem {
  return { code: 'structure', severity: 'warning', message, pointer, location: document.locate(pointer) }
}

/** A pointer of the linter's in our form: the root is `#`, not `#/`. */
function pointerOf(pointer: string): Pointer {
  return pointerTokens(pointer)
    .filter((token) => token !== '')
    .reduce<string>(appendPointer, '#')
}

/** A copy without the `$ref`s already reported: the linter would try to load them, or give up on the document. */
function withoutUnresolvedRefs(document: Document): unknown {
  const copy: unknown = structuredClone(document.root)
  for (const { pointer } of document.problems) {
    const holder = resolvePointer(copy, pointer)
    if (typeof holder === 'object' && holder !== null) delete (holder as { $ref?: unknown }).$ref
  }
  return copy
}
