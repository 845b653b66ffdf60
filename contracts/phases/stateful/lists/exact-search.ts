import type { Operation, SchemaNode } from '../../../../spec/document.ts'
import { searchAsList, type SearchAsList } from '../../../../spec/inference/lists/search-as-list.ts'
import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import { queryParametersOf } from '../../../../spec/parameters/members.ts'
import type { Resource, ResourceOperation } from '../../../../spec/resources.ts'
import { itemOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../../spec/schemas/types.ts'
import type { Api } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'

/**
 * A search treated as a list. String parameters may match parts of a value, so only filters with an exact meaning are kept.
 */
export function exactSearch(
  api: Api,
  resource: Resource,
  role: ResourceOperation,
  operation: Operation,
): SearchAsList {
  const view = searchAsList(api.document, resource, role, operation)
  const isSure = (name: string): boolean => {
    const parameter = queryParametersOf(view.operation).find((each) => each.name === name)
    const text = parameter ? parameterDescription(api.document, parameter) : ''
    return parameter?.schema !== undefined && !mayMatchPart(api, parameter.schema, text)
  }
  const filters = view.resource.filters.filter(({ parameter }) => isSure(parameter))
  return { ...view, resource: { ...view.resource, filters } }
}

/** Whether it asks for a text that may be a part of what is found. */
function mayMatchPart(api: Api, schema: SchemaNode, text: string): boolean {
  const asked = itemOf(api.document, schema)
  if (!typesOf(api.document, asked).has('string')) return false
  const keywords = keywordsOf(api, asked)
  const isChosen =
    enumValues(api.document, asked).length > 0 || keywords.has('format') || keywords.has('pattern')
  return !isChosen && !/\bexact(?:ly)?\b/i.test(text)
}
