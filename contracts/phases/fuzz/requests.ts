import * as fc from 'fast-check'
import type { Operation, Parameter } from '../../../spec/document.ts'
import { isJsonType } from '../../../spec/http/media-type.ts'
import { idempotencyKeyParameter } from '../../../spec/inference/idempotency-keys.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { bodyType, type Api } from '../../api/api.ts'
import { isImpossible } from '../../generate/impossible.ts'
import { checked } from '../../generate/values/checked.ts'
import { isHttpField, isSendable } from '../../requests/parameter-rules.ts'
import { afterRoundTrip } from '../../requests/round-trip.ts'
import type { RequestTemplate } from '../../requests/templates.ts'

/** The generated parts of a request; the others are taken from an accepted request. */
export interface MadeRequest {
  readonly query: JsonObject
  readonly header: JsonObject
  readonly cookie: JsonObject
  readonly body: RequestTemplate['body'] | 'as accepted'
}

/** Generates valid requests of an operation, apart from its path, which names a record; undefined if there is nothing else to vary. */
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

/** Generates a value for each required parameter and some of the others; undefined if nothing can be generated. */
function valuesOf(api: Api, parameters: readonly Parameter[]): fc.Arbitrary<JsonObject> | undefined {
  const generated = parameters.flatMap((parameter) => {
    const values = parameter.schema && api.generator.arbitrary(parameter.schema, 'request')
    return values === undefined || isImpossible(values) ? [] : [[parameter, values] as const]
  })
  if (generated.length === 0) return undefined
  const required = generated.filter(([parameter]) => parameter.required).map(([{ name }]) => name)
  const model: Record<string, fc.Arbitrary<Json>> = Object.fromEntries(
    generated.map(([{ name }, values]) => [name, values]),
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
  // A media type other than JSON may not carry every value of the schema back unchanged.
  const sendable = isJsonType(mediaType.type)
    ? values
    : checked(values, isCarried, mediaType.schema.pointer, 'No value can be carried by its media type')
  if (isImpossible(sendable)) return undefined
  const present = sendable.map((value) => ({ mediaType, value }))
  return operation.requestBody?.required ? present : fc.option(present, { nil: undefined })
}
