import type { Document, Pointer, SpecProblem } from '../document.ts'
import { exampleProblems } from './lint-examples.ts'
import { operationsOf } from '../operations.ts'
import { appendPointer, pointerTokens, resolvePointer } from '../json/pointer.ts'

/**
 * All that is wrong with a document: its own problems, those of its operations, where it breaks the structure that OpenAPI
 * prescribes, and examples that break their schemas. Takes a second for a large document; serving it needs none of this. In the order of the text.
 */
export async function lintDocument(document: Document): Promise<readonly SpecProblem[]> {
  const sources = [
    document.problems,
    operationsOf(document).problems,
    await structureProblems(document),
    exampleProblems(document),
  ]
  const found: SpecProblem[] = []
  for (const problems of sources) {
    // What is wrong at a place already is the cause of whatever else is wrong there.
    const known = new Set(found.map(({ pointer }) => pointer))
    for (const problem of problems) if (!known.has(problem.pointer)) found.push(problem)
  }
  return found.sort(byPlace)
}

function byPlace(one: SpecProblem, other: SpecProblem): number {
  const [at, place] = [one.location, other.location]
  if (!at || !place) return Number(at === undefined) - Number(place === undefined)
  return compare(at.file, place.file) || at.line - place.line || at.column - place.column
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

async function structureProblems(document: Document): Promise<readonly SpecProblem[]> {
  try {
    return await violations(document)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [problemAt(document, `The structure could not be checked: ${reason}.`, '#')]
  }
}

async function violations(document: Document): Promise<readonly SpecProblem[]> {
  const { BaseResolver, Source, createConfig, lintDocument: lint } = await import('@redocly/openapi-core')
  const found = await lint({
    document: { source: new Source(document.source, ''), parsed: withoutDeadRefs(document) },
    config: await createConfig({ rules: { struct: 'error' } }),
    externalRefResolver: Object.assign(new BaseResolver(), { loadExternalRef: refuse }),
  })
  return found.flatMap(({ ruleId, message, location }) =>
    ruleId === 'struct' ? [problemAt(document, message.trim(), pointerOf(location[0]?.pointer ?? '#'))] : [],
  )
}

function refuse(address: string): Promise<never> {
  return Promise.reject(new Error(`${address} is no part of the document`))
}

function problemAt(document: Document, message: string, pointer: Pointer): SpecProblem {
  return { code: 'structure', severity: 'warning', message, pointer, location: document.locate(pointer) }
}

/** `#/paths/~1pets` as we write it: the root is `#`, not `#/`. */
function pointerOf(pointer: string): Pointer {
  return pointerTokens(pointer)
    .filter((token) => token !== '')
    .reduce<string>(appendPointer, '#')
}

/** A copy without the `$ref`s that are reported already: the linter would follow them, or give up on the document. */
function withoutDeadRefs(document: Document): unknown {
  const copy: unknown = structuredClone(document.root)
  for (const { pointer } of document.problems) {
    const holder = resolvePointer(copy, pointer)
    if (typeof holder === 'object' && holder !== null) delete (holder as { $ref?: unknown }).$ref
  }
  return copy
}
