import type { Operation, Parameter } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { normalizeName } from '../prose/words.ts'
import { resourceNoun } from '../references/names.ts'

/**
 * The query parameter with the id of a record to be created, which is named after the record: `jobId` in
 * `POST /v1/projects/acme/jobs?jobId=nightly`, or `projectJobId` (https://google.aip.dev/133).
 */
export function idInQueryOf({ name }: Pick<Resource, 'name'>, creation: Operation): Parameter | undefined {
  const own = `${resourceNoun(name)}id`
  const above = name.split('/').slice(0, -1)
  const names = new Set([own, ...above.map((segment) => resourceNoun(segment) + own)])
  return creation.parameters.find(
    (parameter) => parameter.in === 'query' && names.has(normalizeName(parameter.name)),
  )
}
