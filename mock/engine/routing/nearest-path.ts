import type { Document } from '../../../spec/document.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { distanceOf } from '../../../spec/util/suggest.ts'

/** The longest path, and the most paths, that are compared: a client may send any number of unknown paths. */
const maxLength = 200
const maxPaths = 2000

/** The path of the document that was probably meant by one that it does not have; undefined if none is similar. */
export function nearestPath(
  document: Document,
  basePaths: readonly string[],
  path: string,
): string | undefined {
  if (path.length > maxLength) return undefined
  const base = basePaths.find((each) => path.startsWith(`${each}/`)) ?? ''
  const given = segmentsOf(path.slice(base.length))
  const templates = new Set(
    operationsOf(document)
      .operations.slice(0, maxPaths)
      .map((each) => each.path),
  )
  let nearest: string | undefined
  let least = Infinity
  for (const template of templates) {
    const distance = distanceBetween(given, segmentsOf(template), least)
    if (distance < least) [nearest, least] = [template, distance]
  }
  return nearest
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')

/** One segment more or less counts as much as this many letters. */
const segmentCost = 2

/**
 * How far a path is from a template; Infinity if they have nothing in common, differ by more than one segment, or are no nearer than
 * `limit`. A parameter stands for any segment.
 */
function distanceBetween(given: readonly string[], template: readonly string[], limit: number): number {
  if (given.length === template.length) return along(given, template, limit)
  const [longer, shorter] = given.length > template.length ? [given, template] : [template, given]
  if (longer.length !== shorter.length + 1 || shorter.length === 0) return Infinity
  // A prefix such as /api or /v1 that is missing or superfluous, or a segment at the end.
  const isGivenLonger = longer === given
  const rests = [longer.slice(1), longer.slice(0, -1)].map((rest) =>
    isGivenLonger ? along(rest, template, limit) : along(given, rest, limit),
  )
  return Math.min(...rests) + segmentCost
}

function along(given: readonly string[], template: readonly string[], limit: number): number {
  let sum = 0
  let literals = 0
  for (const [index, segment] of template.entries()) {
    const own = given[index] ?? ''
    if (segment.includes('{')) continue
    literals += 1
    const distance = distanceOf(own.toLowerCase(), segment.toLowerCase())
    if (distance > Math.max(1, Math.floor(segment.length / 3))) return Infinity
    sum += distance
    if (sum >= limit) return Infinity
  }
  return literals === 0 ? Infinity : sum
}
