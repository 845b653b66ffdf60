import type { Document, Operation, Parameter } from '../../../../spec/document.ts'
import { memberNamed, type Json } from '../../../../spec/json.ts'
import { queryParametersOf } from '../../../../spec/parameters/members.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import type { Endpoint } from '../../endpoint.ts'
import { aipFilter } from './aip-filter.ts'
import { jsonFilter } from './json-filter.ts'
import { fieldFilter, fieldSelectorOf, labelFilter, labelSelectorOf } from './label-filter.ts'
import { odataFilter } from './odata-filter.ts'
import type { QueryFilter, RecordFilter } from './record-filter.ts'
import { scimFilter } from './scim-filter.ts'

/** A parameter that takes conditions in a language of their own. */
export interface FilterLanguage {
  readonly parameter: string
  readonly filter: QueryFilter
}

/** Conditions on labels and fields, those of OData, SCIM and Google's APIs, and JSON objects. */
export function filterLanguagesOf({ declared, resource, options }: Endpoint): readonly FilterLanguage[] {
  const { document } = options
  const properties = possiblePropertiesOf(document, resource.record)
  const labels = labelSelectorOf(document, declared, properties)
  const [expression, where] = [expressionParameter, whereParameter].map((named) => named(document, declared))
  return [
    ...language(labels?.parameter, (asked) => labels && labelFilter(asked, labels.property)),
    ...language(fieldSelectorOf(declared), (asked) => fieldFilter(asked, resource.nesting)),
    ...language(expression, (asked) =>
      expression === '$filter'
        ? odataFilter(asked)
        : (scimFilter(asked, properties) ?? jsonFilter(asked) ?? aipFilter(asked, properties)),
    ),
    ...language(where, jsonFilter),
  ]
}

function language(
  parameter: string | undefined,
  filterOf: (asked: Json | undefined) => RecordFilter | undefined,
): readonly FilterLanguage[] {
  return parameter === undefined
    ? []
    : [{ parameter, filter: (query) => filterOf(memberNamed(query, parameter)) }]
}

/** The name of a parameter that takes conditions as text: `$filter` of OData, or `filter`. */
function expressionParameter(document: Document, declared: Operation): string | undefined {
  const isText = (name: string): boolean =>
    queryParametersOf(declared).some(
      (each) => each.name === name && each.schema !== undefined && !takesObject(document, each),
    )
  return ['$filter', 'filter'].find(isText)
}

/** The name of a parameter for conditions that are a JSON object. */
const whereParameter = (document: Document, declared: Operation): string | undefined =>
  queryParametersOf(declared).find(
    (each) => /^_?where$/.test(each.name) || (/^filters?$/.test(each.name) && takesObject(document, each)),
  )?.name

const takesObject = (document: Document, { schema }: Parameter): boolean =>
  schema !== undefined && typesOf(document, schema).has('object')
