import type { Api } from '../../../../contracts/api/api.ts'
import { encodeDraft } from '../../../../contracts/draft.ts'
import { isImpossible } from '../../../../contracts/generate/impossible.ts'
import type { Draft } from '../../../../contracts/interaction.ts'
import { parameterValue } from '../../../../contracts/requests/required-parameters.ts'
import { templatesOf } from '../../../../contracts/requests/templates.ts'
import { encodeBody } from '../../../../spec/body.ts'
import type { MediaType, Operation, Parameter, Response, SchemaNode } from '../../../../spec/document.ts'
import type { HttpRequest, HttpResponse } from '../../../../spec/http.ts'
import { isJsonType } from '../../../../spec/http/media-type.ts'
import type { Json } from '../../../../spec/json.ts'
import { encodeParameters } from '../../../../spec/parameters/encode-parameters.ts'
import type { View } from '../../../../spec/schema.ts'

/** A message to be judged, and what is said to be special about it. */
export type Sample =
  | {
      readonly side: 'request'
      readonly operation: Operation
      readonly title: string
      readonly request: HttpRequest
    }
  | {
      readonly side: 'response'
      readonly operation: Operation
      readonly title: string
      readonly response: HttpResponse
    }

/** Valid and broken requests of an operation: each part of it at each edge, and with each of its constraints broken. */
export function requestsOf(api: Api, operation: Operation): readonly Sample[] {
  const base = baseOf(api, operation)
  if (!base) return []
  const drafts = [
    { title: 'an ordinary request', draft: base },
    ...operation.parameters.flatMap((parameter) => withParameter(api, base, parameter)),
    ...withBody(api, base),
  ]
  return drafts.map(({ title, draft }) => ({
    side: 'request',
    operation,
    title,
    request: encodeDraft(draft),
  }))
}

interface Titled {
  readonly title: string
  readonly draft: Draft
}

/** What the operation takes; undefined when a value for its path cannot be made. */
function baseOf(api: Api, operation: Operation): Draft | undefined {
  const template = templatesOf(api, operation)[0]
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  const path = inPath.flatMap((parameter) => {
    const value = parameterValue(api, parameter)
    return value === undefined ? [] : [[parameter.name, value] as const]
  })
  if (!template || path.length < inPath.length) return undefined
  const { query, header, cookie } = template
  const body = template.body && ({ kind: 'value', ...template.body } as const)
  return { operation, path: Object.fromEntries(path), query, header, cookie, body, bindings: [] }
}

function withParameter(api: Api, base: Draft, parameter: Parameter): readonly Titled[] {
  const { name, in: place, required, schema } = parameter
  if (place === 'querystring') return []
  const { [name]: _, ...others } = base[place]
  const missing =
    required && place !== 'path'
      ? [{ title: `${place} ${name} missing`, draft: { ...base, [place]: others } }]
      : []
  const values = valuesOf(api, schema, 'request', 'text').filter(({ value }) => canStand(parameter, value))
  return [
    ...missing,
    ...values.map(({ title, value }) => ({
      title: `${place} ${name}: ${title}`,
      draft: { ...base, [place]: { ...others, [name]: value } },
    })),
  ]
}

/** What no URL and no field can hold as it is: it would be another message. */
function canStand({ in: place }: Parameter, value: Json): boolean {
  const texts = [value].flat(2).map(String)
  if (place === 'path') return texts.length > 0 && texts.every((text) => !/^\.{0,2}$|[/\\\0]/.test(text))
  return place === 'query' || texts.every((text) => /^[!-~](?:[ -~]*[!-~])?$/.test(text))
}

function withBody(api: Api, base: Draft): readonly Titled[] {
  const { body } = base
  if (body?.kind !== 'value') return []
  const { mediaType, value: sent } = body
  const raw = (title: string, contentType: string | undefined, text: string): Titled => ({
    title,
    draft: { ...base, body: { kind: 'bytes', contentType, bytes: new TextEncoder().encode(text) } },
  })
  return [
    { title: 'body missing', draft: { ...base, body: undefined } },
    raw('body of another type', 'application/x-unknown', 'x'),
    ...valuesOf(api, mediaType.schema, 'request', 'json', sent).map(({ title, value }) => ({
      title: `body: ${title}`,
      draft: { ...base, body: { ...body, value } },
    })),
  ]
}

/** Valid and broken responses of an operation: each that is declared and not `seen` in another, and one that is not. */
export function responsesOf(api: Api, operation: Operation, used: Set<string>): readonly Sample[] {
  const fresh = operation.responses.filter(({ pointer }) => !used.has(pointer))
  for (const { pointer } of fresh) used.add(pointer)
  const samples = fresh.flatMap((response) => ofDeclared(api, response))
  const undeclared: Answer = {
    title: 'an undeclared status',
    response: { status: 299, headers: {}, body: undefined },
  }
  return [...samples, undeclared].map(({ title, response }) => ({
    side: 'response',
    operation,
    title,
    response,
  }))
}

interface Answer {
  readonly title: string
  readonly response: HttpResponse
}

function ofDeclared(api: Api, declared: Response): readonly Answer[] {
  const status = statusOf(declared)
  const headers = headersOf(api, declared)
  const mediaType = declared.content.find(({ type }) => isJsonType(type)) ?? declared.content[0]
  const base: HttpResponse = {
    status,
    headers: { ...headers, ...contentOf(api, mediaType).headers },
    body: contentOf(api, mediaType).body,
  }
  const answers: readonly Answer[] = [
    { title: 'an ordinary response', response: base },
    ...declared.headers.flatMap((header) => withHeader(api, base, header)),
    ...(mediaType ? withContent(api, base, mediaType) : []),
  ]
  return answers.map(({ title, response }) => ({ title: `${declared.status}: ${title}`, response }))
}

function statusOf({ status }: Response): number {
  if (status === 'default') return 599
  return Number(status.replace('XX', '42'))
}

function headersOf(api: Api, { headers }: Response): Record<string, string> {
  const required = headers.filter((header) => header.required)
  const values = required.flatMap((header) => {
    const value = valid(api, header.schema, 'response')
    return value === undefined ? [] : [[header.name, value] as const]
  })
  return encodeHeaders(required, Object.fromEntries(values))
}

/** A header of a response is spelled as a parameter of a request is. */
function encodeHeaders(
  headers: readonly Parameter[],
  values: Readonly<Record<string, Json>>,
): Record<string, string> {
  return encodeParameters('/', headers, { header: values }).headers
}

function withHeader(api: Api, base: HttpResponse, header: Parameter): readonly Answer[] {
  const { [header.name.toLowerCase()]: _, ...others } = base.headers
  const missing = { title: `header ${header.name} missing`, response: { ...base, headers: others } }
  const values = valuesOf(api, header.schema, 'response', 'text').filter(({ value }) =>
    canStand(header, value),
  )
  return [
    missing,
    ...values.map(({ title, value }) => ({
      title: `header ${header.name}: ${title}`,
      response: { ...base, headers: { ...others, ...encodeHeaders([header], { [header.name]: value }) } },
    })),
  ]
}

function withContent(api: Api, base: HttpResponse, mediaType: MediaType): readonly Answer[] {
  const { 'content-type': _, ...untyped } = base.headers
  const values = isJsonType(mediaType.type) ? valuesOf(api, mediaType.schema, 'response', 'json') : []
  return [
    { title: 'without a type', response: { ...base, headers: untyped } },
    {
      title: 'of another type',
      response: { ...base, headers: { ...untyped, 'content-type': 'application/x-unknown' } },
    },
    {
      title: 'with a charset',
      response: { ...base, headers: { ...untyped, 'content-type': `${mediaType.type}; charset=utf-8` } },
    },
    { title: 'without content', response: { ...base, body: undefined } },
    ...values.map(({ title, value }) => ({
      title,
      response: { ...base, body: encodeBody(value, mediaType).bytes },
    })),
  ]
}

function contentOf(
  api: Api,
  mediaType: MediaType | undefined,
): { headers: Record<string, string>; body: Uint8Array | undefined } {
  const value = mediaType && valid(api, mediaType.schema, 'response')
  if (!mediaType || value === undefined) return { headers: {}, body: undefined }
  const { bytes, contentType } = encodeBody(value, mediaType)
  return { headers: { 'content-type': contentType }, body: bytes }
}

function valid(api: Api, schema: SchemaNode | undefined, view: View): Json | undefined {
  const value = schema && api.generator.valid(schema, view, 1)
  return value === undefined || isImpossible(value) ? undefined : value
}

interface Value {
  readonly title: string
  readonly value: Json
}

function valuesOf(
  api: Api,
  schema: SchemaNode | undefined,
  view: View,
  as: 'json' | 'text',
  base?: Json,
): readonly Value[] {
  if (!schema) return []
  const options = { as, ...(base !== undefined && { base }) }
  return [
    ...api.generator.boundaries(schema, view, options).map(({ name, value }) => ({ title: name, value })),
    ...api.generator.violations(schema, view, options).map(({ title, value }) => ({ title, value })),
  ]
}
