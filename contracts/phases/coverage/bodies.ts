import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { concreteType, isFormType, isJsonType, isXmlType } from '../../../spec/http/media-type.ts'
import { describedMoments } from '../../../spec/inference/times/described-moments.ts'
import { isJsonObject, type Json } from '../../../spec/json.ts'
import { appendPointer } from '../../../spec/json/pointer.ts'
import { requiredOf } from '../../../spec/schemas/properties.ts'
import { bodySchema, bodyType, type Api } from '../../api/api.ts'
import { maskParameter } from '../../api/field-mask.ts'
import type { Mutation } from '../../attempts/mutation.ts'
import { slug } from '../../case.ts'
import type { Context } from '../../context.ts'
import { bodyValue, valueAt, withBody, withContent, withValueAt, withJsonText } from '../../draft.ts'
import type { Draft } from '../../interaction.ts'
import { identityIn } from '../../records/identity.ts'
import { contradicts, withDescribedMoments } from '../../requests/described-moments.ts'
import { templatesOf } from '../../requests/templates.ts'
import { mayBeEmpty } from '../../requests/validity.ts'
import { graft, isReference } from './graft.ts'

/** Whether request content has defined semantics: in GET and HEAD it has none (RFC 9110 §9.3.1), so servers may ignore it. */
export const readsContent = ({ method }: Operation): boolean => method !== 'GET' && method !== 'HEAD'

/** Bodies that each violate one constraint of the schema, malformed bodies, and a missing body. */
export function bodyViolations(api: Api, operation: Operation): readonly Mutation[] {
  if (!readsContent(operation)) return []
  const schema = bodySchema(operation)
  const base = baseOf(api, operation)
  // With a field mask the request carries part of a record, so `required` of the whole record does not apply.
  const isPart = maskParameter(operation) !== undefined
  const broken = (schema ? brokenIn(api, schema, base) : []).filter(
    ({ keyword }) => !isPart || keyword !== 'required',
  )
  return [
    ...syntax(api, operation),
    ...broken.map(({ path, keyword, title, says, isClear, value, schemaPointer }) => ({
      ...graft(api, operation, { path, keyword, title, value, pointer: schemaPointer, isBroken: true }),
      says,
      ...((isClear || isBlankField(api, operation, path, value)) && { isClear: true as const }),
    })),
  ]
}

/** Whether a form leaves a field empty that may be left out: many servers take both for the same. */
function isBlankField(api: Api, operation: Operation, path: string, value: Json): boolean {
  const { type, schema } = bodyType(operation) ?? {}
  if (!schema || type === undefined || !isFormType(type) || valueAt(value, path) !== '') return false
  const rest = withValueAt(value, path, undefined)
  return rest !== undefined && api.validator.of(schema, 'request').accepts(rest)
}

/** Violations of the body most likely to be accepted, and those found only in other branches of the schema. */
function brokenIn(
  api: Api,
  schema: SchemaNode,
  base: Json | undefined,
): ReturnType<Api['generator']['violations']> {
  const near = api.generator.violations(schema, 'request', base === undefined ? {} : { base })
  const far = base === undefined ? [] : api.generator.violations(schema, 'request', { known: near })
  return [...near, ...far]
}

/** The body most likely to be accepted, apart from the ids in it. */
function baseOf(api: Api, operation: Operation): Json | undefined {
  const templates = templatesOf(api, operation)
  return (templates.find(({ name }) => name === 'every property and part') ?? templates[0])?.body?.value
}

/** Bodies at each boundary of the schema. Enum and boolean values come last: they may put a record into a final state. */
export function bodyEdges(api: Api, operation: Operation): readonly Mutation[] {
  const schema = bodySchema(operation)
  if (!schema) return []
  // The record's own id cannot be chosen.
  const own = identityIn(api, operation)?.pointer
  const moments = describedMoments(api.document, operation, schema)
  const isUntimely = (path: string, value: Json): boolean =>
    moments.some(
      (each) => path === appendPointer('', each.property) && contradicts(each, valueAt(value, path) ?? null),
    )
  /** The generated body with its times on the right side of the present, but for what it was generated for. */
  const timely = (path: string, value: Json): Json => {
    const moved = withDescribedMoments(api, operation, schema, value)
    const part = path === '' ? undefined : valueAt(value, path)
    return part === undefined ? moved : (withValueAt(moved, path, part) ?? moved)
  }
  const wholes = new Map<string, Mutation[]>()
  const edges = api.generator
    .boundaries(schema, 'request')
    .filter(
      ({ undeclared, path, value }) =>
        !undeclared && path !== own && !isReference(api, operation, path) && !isUntimely(path, value),
    )
    .map(({ path, keyword, name, value }) => {
      const part = valueAt(value, path)
      const mutation = graft(api, operation, {
        path,
        keyword,
        title: name,
        value: timely(path, value),
        pointer: schema.pointer,
        isBroken: false,
      })
      if (keyword === 'properties') wholes.set(path, [...(wholes.get(path) ?? []), mutation])
      return {
        isState: keyword === 'enum' || typeof part === 'boolean',
        mutation: {
          ...mutation,
          ...(part !== undefined && { value: part }),
          held: (draft: Draft, context: Context) => withHolder(wholes, path, draft, context),
        },
      }
    })
  const [states, others] = [edges.filter(({ isState }) => isState), edges.filter(({ isState }) => !isState)]
  const known = new Set(edges.map(({ mutation }) => mutation.title))
  const absent = absences(api, operation, schema).filter(({ name }) => !known.has(`${name} absent`))
  return [
    ...absent.map(({ mutation }) => mutation),
    ...[...others, ...states].map(({ mutation }) => mutation),
  ]
}

/** If the request lacks the object that contains `path`, returns requests with only that object, in full and sparse. */
function withHolder(
  wholes: ReadonlyMap<string, readonly Mutation[]>,
  path: string,
  draft: Draft,
  context: Context,
): readonly Draft[] {
  const own = bodyValue(draft)
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const holder = path.slice(0, at)
    const whole = wholes.get(holder)
    if (!whole) continue
    const isThere = own === undefined || valueAt(own, holder) !== undefined
    return isThere ? [] : whole.flatMap((each) => each.apply(draft, context) ?? [])
  }
  return []
}

/** The number of properties left out in turn: no more mutations of an operation are tried anyway. */
const mostAbsent = 80

/** The accepted body without each optional property in turn. */
function absences(
  api: Api,
  operation: Operation,
  schema: SchemaNode,
): readonly { readonly name: string; readonly mutation: Mutation }[] {
  const base = baseOf(api, operation)
  const validate = api.validator.of(schema, 'request')
  const without = (body: Json, name: string): Json | undefined => {
    const rest =
      isJsonObject(body) && Object.hasOwn(body, name)
        ? withValueAt(body, appendPointer('', name), undefined)
        : undefined
    return rest !== undefined && validate.accepts(rest) ? rest : undefined
  }
  const required = requiredOf(api.document, schema)
  const names =
    base !== undefined && isJsonObject(base)
      ? Object.keys(base)
          .filter((name) => !required.has(name))
          .slice(0, mostAbsent)
      : []
  const identity = identityIn(api, operation)
  const target = identity?.isTarget ? identity.pointer : undefined
  return names
    .filter((name) => base !== undefined && without(base, name) !== undefined)
    .filter((name) => appendPointer('', name) !== target)
    .map((name) => {
      const mutation: Mutation = {
        operation,
        cause: `body/${name} absent`,
        keyword: 'properties',
        title: `${name} left out`,
        pointer: schema.pointer,
        place: 'body',
        slug: `body/${slug(name)}/absent`,
        apply(draft) {
          const own = bodyValue(draft)
          const rest = own === undefined ? undefined : without(own, name)
          return rest === undefined ? undefined : withBody(draft, rest)
        },
      }
      return { name, mutation }
    })
}

/** Bodies that are not well-formed, and a missing required body. */
function syntax(api: Api, operation: Operation): readonly Mutation[] {
  const type = bodyType(operation)?.type
  if (type !== undefined && isXmlType(type)) return [malformedXml(operation, concreteType(type))]
  if (type === undefined || !isJsonType(type)) return []
  const pointer = operation.requestBody?.pointer ?? operation.pointer
  const rows: readonly (readonly [name: string, title: string, apply: (draft: Draft) => Draft])[] = [
    ['malformed', 'a body that is not JSON', (draft) => withJsonText(draft, '{"name": ')],
    ['trailing', 'a body with more after its JSON', (draft) => withJsonText(draft, '{} }')],
    ...(operation.requestBody?.required ? [['absent', 'no body', withoutBody] as const] : []),
  ]
  return rows.map(([name, title, apply]) => ({
    operation,
    cause: `body ${name}`,
    title,
    says: title,
    pointer,
    place: 'body',
    slug: `body/${name}`,
    ...(name === 'absent' && mayBeEmpty(api, operation) && { isClear: true as const }),
    apply,
  }))
}

function malformedXml(operation: Operation, contentType: string): Mutation {
  return {
    operation,
    cause: 'body malformed',
    title: 'a body that is not well-formed XML',
    pointer: operation.requestBody?.pointer ?? operation.pointer,
    place: 'body',
    slug: 'body/malformed',
    apply: (draft) => withContent(draft, contentType, '<body><name></body>'),
  }
}

const withoutBody = (draft: Draft): Draft => ({ ...draft, body: undefined })
