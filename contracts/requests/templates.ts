import type { MediaType, Operation } from '../../spec/document.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { bodyType, type Api } from '../api/api.ts'
import { bodiesOf, type NamedBody } from './body-templates.ts'
import { requiredParameters } from './required-parameters.ts'

/** Values for a request that should be accepted once the ids of existing records are filled in. */
export interface RequestTemplate extends Omit<NamedBody, 'value'> {
  readonly query: JsonObject
  readonly header: JsonObject
  readonly cookie: JsonObject
  readonly body: { readonly mediaType: MediaType; readonly value: Json } | undefined
}

const known = new WeakMap<Operation, readonly RequestTemplate[]>()

/** The templates of an operation, those most likely to be accepted, and accepted again, first. */
export function templatesOf(api: Api, operation: Operation): readonly RequestTemplate[] {
  return getOrInsertComputed(known, operation, () => makeTemplates(api, operation))
}

function makeTemplates(api: Api, operation: Operation): readonly RequestTemplate[] {
  const parameters = requiredParameters(api, operation)
  const mediaType = bodyType(operation)
  if (!mediaType) return [{ name: 'required parameters', ...parameters, body: undefined }]
  const bodies = bodiesOf(api, operation, mediaType)
  const templates = bodies.map(({ value, ...rest }) => ({
    ...rest,
    ...parameters,
    body: { mediaType, value },
  }))
  return operation.requestBody?.required
    ? templates
    : [...templates, { name: 'no body', ...parameters, body: undefined }]
}
