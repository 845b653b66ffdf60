import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { withoutSlash } from '../../routing/path-template.ts'
import { examplesIn as examplesOf } from '../../schemas/examples.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { describedPath, pathOfPattern, pathParametersIn } from '../paths/item-path.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { idInQueryOf } from './id-in-query.ts'

/**
 * The paths that the ids of records have, by the names of their resources: `projects/{project}/jobs/{job}` if that is the end of their
 * item path, and the description, the pattern or an example of their id says so, or if it is a "resource name" whose last part the
 * creation takes from the query (https://google.aip.dev/122).
 */
export function resourceNamesOf(
  document: Document,
  resources: readonly Resource[],
  operations: readonly Operation[],
): ReadonlyMap<string, string> {
  return new Map(
    resources.flatMap((resource) => {
      const { name, kind, record, idProperty, idType, itemPath = '' } = resource
      const path = /[^/{}]+\/\{.*\}$/.exec(withoutSlash(itemPath))?.[0]
      const id = possiblePropertiesOf(document, record).get(idProperty ?? '')
      if (kind !== 'collection' || idType !== 'string' || !path || !id) return []
      const isNamed =
        holdsPath(document, id, path) || isNameWithChosenPart(document, resource, id, operations)
      return isNamed ? [[name, path] as const] : []
    }),
  )
}

function isNameWithChosenPart(
  document: Document,
  resource: Resource,
  id: SchemaNode,
  operations: readonly Operation[],
): boolean {
  if (!/\bresource name\b/i.test(schemaDescription(document, id))) return false
  const creation = resource.operations.find(({ role }) => role === 'create')?.operationId
  const operation = operations.find((each) => each.id === creation)
  return operation !== undefined && idInQueryOf(resource, operation) !== undefined
}

function holdsPath(document: Document, id: SchemaNode, path: string): boolean {
  const description = schemaDescription(document, id)
  const described = [describedPath(description), ...examplesIn(description)]
  const depth = path.split('{').length - 1
  if (described.some((each) => each !== undefined && pathParametersIn(each, path)?.length === depth))
    return true
  if (examplesOf(document, id).some((each) => typeof each === 'string' && pathParametersIn(each, path)))
    return true
  const pattern = keywordOf(document, id, 'pattern')
  return typeof pattern === 'string' && pathOfPattern(pattern) === path.replaceAll(/\{.*?\}/g, '{}')
}

/** The paths in a description: `projects/acme` in "such as projects/acme". */
const examplesIn = (description: string): readonly string[] =>
  [...description.matchAll(/(?<=^|[\s`'"(])(?:[\w.~-]+\/)+[\w.~-]*[\w~-](?=$|[\s`'").,;])/g)].map(
    ([text]) => text,
  )
