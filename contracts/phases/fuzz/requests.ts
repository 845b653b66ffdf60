import * as fc from 'fast-check'
import type { Operation, Parameter } from '../../../spec/document.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { isJsonType } from '../../../spec/http/media-type.ts'
import { bodyType, type Api } from '../../api/api.ts'
import { afterRoundTrip } from '../../requests/round-trip.ts'
import { checked } from '../../generate/values/checked.ts'
import { isImpossible } from '../../generate/impossible.ts'
import type { RequestTemplate } from '../../requests/templates.ts'
import { isHttpField, isSendable, idempotencyKeyParameter } from '../../requests/parameter-rules.ts'

/** The parts of a request that are made up; those left out are as in a request that was accepted. */
export interface MadeRequest {
  readonly query: JsonObject
  readonly header: JsonObject
  readonly cookie: JsonObject
  readonly body: RequestTemplate['body'] | 'as accepted'
}

/** Valid requests of an operation but for its path, which names a record; undefined when it takes nothing else. */
export function requestsOf(api: Api, operation: Operation): fc.Arbitrary<MadeRequest> | undefined {
  const key = idempotencyKeyParameter(operation)
  const parameters = operation.parameters.filter((each) => each !== key && !isHttpField(each))
  const [query, header, cookie] = (['query', 'header', 'cookie'] as const).map((place) =>
    valuesOf(
      api,
      parameters.filter((each) => each.in === place),
    ),
  )
  const body = bodies(api, operation)
  if (!query && !header && !cookie && !body) return undefined
  const nothing = fc.constant<JsonObject>({})
  return fc.record({
    query: query ?? nothing,
    header: header ?? nothing,
    cookie: cookie ?? nothing,
    body: body ?? fc.constant('as accepted' as const),
  })
}

/** A value for each required parameter and for some of the others; undefined when nothing can be made. */
function valuesOf(api: Api, parameters: readonly Parameter[]): fc.Arbitrary<JsonObject> | undefined {
  const made = parameters.flatMap((parameter) => {
    const values = parameter.schema && api.generator.arbitrary(parameter.schema, 'request')
    return values === undefined || isImpossible(values) ? [] : [[parameter, values] as const]
  })
  if (made.length === 0) return undefined
  const required = made.filter(([parameter]) => parameter.required).map(([{ name }]) => name)
  const model: Record<string, fc.Arbitrary<Json>> = Object.fromEntries(
    made.map(([{ name }, values]) => [name, values]),
  )
  return fc.record(model, { requiredKeys: required }).map((values) => onlySendable(parameters, values))
}

function onlySendable(parameters: readonly Parameter[], values: Readonly<Record<string, Json>>): JsonObject {
  const isFit = ([name, value]: [string, Json]): boolean =>
    parameters.some((parameter) => parameter.name === name && isSendable(parameter, value))
  return Object.fromEntries(Object.entries(values).filter(isFit))
}

function bodies(api: Api, operation: Operation): fc.Arbitrary<RequestTemplate['body']> | undefined {
  const mediaType = bodyType(operation)
  const values = mediaType?.schema && api.generator.arbitrary(mediaType.schema, 'request')
  if (!mediaType?.schema || values === undefined || isImpossible(values)) return undefined
  const validate = api.validator.of(mediaType.schema, 'request')
  const isCarried = (value: Json): boolean => {
    const read = afterRoundTrip(mediaType, value)
    return read !== undefined && validate.accepts(read)
  }
  // Of bytes nothing is made up: what is read from them is no value of the schema.
  const sendable = isJsonType(mediaType.type)
    ? values
    : checked(values, isCarried, mediaType.schema.pointer, 'No value can be carried by its media type')
  if (isImpossible(sendable)) return undefined
  const present = sendable.map((value) => ({ mediaType, value }))
  return operation.requestBody?.required ? present : fc.option(present, { nil: undefined })
}
