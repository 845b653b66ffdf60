import type { Operation } from '../../spec/document.ts'
import { isJsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { bodySchema, type Api } from '../api/api.ts'
import { statesOf } from '../api/state-values.ts'
import { leastName } from './body-templates.ts'
import { templatesOf, type RequestTemplate } from './templates.ts'

/** The number of other values that are tried. */
const mostChoices = 8

/**
 * Requests with the least values and another choice from one enumeration each: a new account takes a `deposit` but no
 * `withdrawal`.
 */
export function otherChoices(api: Api, operation: Operation): readonly RequestTemplate[] {
  const templates = templatesOf(api, operation)
  const template = templates.find(({ name }) => name === leastName) ?? templates[0]
  const schema = bodySchema(operation)
  const { body } = template ?? {}
  if (!template || !schema || !body || !isJsonObject(body.value)) return []
  const properties = possiblePropertiesOf(api.document, schema)
  const { accepts } = api.validator.of(schema, 'request')
  return Object.entries(body.value)
    .flatMap(([name, before]) => {
      const node = typeof before === 'string' ? properties.get(name) : undefined
      const others = (node && statesOf(api, node))?.filter((value) => value !== before) ?? []
      return others.map((value) => ({ ...body, value: { ...(body.value as object), [name]: value } }))
    })
    .filter(({ value }) => accepts(value))
    .slice(0, mostChoices)
    .map((changed) => ({ ...template, body: changed }))
}
