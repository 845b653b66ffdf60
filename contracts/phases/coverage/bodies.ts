import type { MediaType, Operation, SchemaNode } from '../../../spec/document.ts'
import { isJsonObject, stringifyJson, type Json } from '../../../spec/json.ts'
import { concreteType, isJsonType, isXmlType } from '../../../spec/media-type.ts'
import { wordsOf } from '../../../spec/inference/words.ts'
import { appendPointer, pointerTokens } from '../../../spec/pointer.ts'
import { requiredOf } from '../../../spec/refs.ts'
import { bodySchema, bodyType, referredBy, resourceNamed, type Api } from '../../api.ts'
import { carried } from '../../requests/carried.ts'
import { slug } from '../../case.ts'
import type { Context } from '../../context.ts'
import { bodyValue, valueAt, withBody, withValueAt, type Draft } from '../../draft.ts'
import { identityIn } from '../../records/identity.ts'
import { recipesOf } from '../../requests/recipes.ts'
import type { Mutation } from '../../requests/mutation.ts'

/**
 * Whether content of a request means anything: in a GET or HEAD it does not (RFC 9110 §9.3.1), and who does not look at it
 * does nothing wrong.
 */
export const readsContent = ({ method }: Operation): boolean => method !== 'GET' && method !== 'HEAD'

/** The body with each of its constraints broken, and bodies that are none. */
export function bodyViolations(api: Api, operation: Operation): readonly Mutation[] {
  if (!readsContent(operation)) return []
  const schema = bodySchema(operation)
  const base = baseOf(api, operation)
  const broken = schema ? brokenIn(api, schema, base) : []
  return [
    ...syntax(operation),
    ...broken.map(({ path, keyword, title, says, value, schemaPointer }) => ({
      ...graft(api, operation, { path, keyword, title, value, pointer: schemaPointer, isBroken: true }),
      says,
    })),
  ]
}

/** Violations of the likeliest body, and those that only other branches of the schema have. */
function brokenIn(
  api: Api,
  schema: SchemaNode,
  base: Json | undefined,
): ReturnType<Api['generator']['violations']> {
  const near = api.generator.violations(schema, 'request', base === undefined ? {} : { base })
  const identity = ({ path, schemaPointer }: (typeof near)[number]): string => `${path} ${schemaPointer}`
  const known = new Set(near.map(identity))
  const far =
    base === undefined
      ? []
      : api.generator.violations(schema, 'request').filter((each) => !known.has(identity(each)))
  return [...near, ...far]
}

/** The body most likely to be accepted, as long as the ids in it do not matter. */
function baseOf(api: Api, operation: Operation): Json | undefined {
  const recipes = recipesOf(api, operation)
  return (recipes.find(({ name }) => name === 'every property and part') ?? recipes[0])?.body?.value
}

/** The body at each of its edges; what may put a record into its last state comes last. */
export function bodyEdges(api: Api, operation: Operation): readonly Mutation[] {
  const schema = bodySchema(operation)
  if (!schema) return []
  // Of the record's own id there is no choice.
  const own = identityIn(api, operation)?.pointer
  const wholes = new Map<string, Mutation[]>()
  const edges = api.generator
    .boundaries(schema, 'request')
    .filter(({ undeclared, path }) => !undeclared && path !== own && !isReference(api, operation, path))
    .map(({ path, keyword, name, value }) => {
      const part = valueAt(value, path)
      const mutation = graft(api, operation, {
        path,
        keyword,
        title: name,
        value,
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

/** The request with no more than what holds the place, whole and sparse, where it does not have that itself. */
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

/** Most properties that are left out, the first ones: no more are tried of all that is about an operation. */
const mostAbsent = 80

/** The accepted body with each property left out that need not be there. */
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

/** Ids of other records cannot be chosen, nor what stands for them. */
function isReference(api: Api, operation: Operation, path: string): boolean {
  const [name, holder] = namesOn(path).toReversed()
  const referred = (property: string | undefined): string | undefined =>
    property === undefined ? undefined : referredBy(api, operation, property)
  const held = referred(holder)
  const isHeld = held !== undefined && resourceNamed(api, held)?.idProperty === name
  return isHeld || referred(name) !== undefined
}

/** Ids by their name alone, whatever has them: `ids`, `parentId`. */
const namesIds = (path: string): boolean =>
  /^(?:id|uuid)s?$/.test(wordsOf(namesOn(path).at(-1) ?? '').at(-1) ?? '')

/** The properties on a path, whichever items of them are meant. */
const namesOn = (path: string): readonly string[] =>
  pointerTokens(path).filter((token) => !/^\d+$/.test(token))

interface Graft {
  readonly path: string
  readonly keyword: string
  readonly title: string
  readonly value: Json
  readonly pointer: string
  readonly isBroken: boolean
}

/** Puts the part of a made value that is at its edge, or beyond it, into a request's own body. */
function graft(
  api: Api,
  operation: Operation,
  { path, keyword, title, value, pointer, isBroken }: Graft,
): Mutation {
  const schema = bodySchema(operation)
  const mediaType = bodyType(operation)
  const isFit = (body: Json): boolean => {
    const read = mediaType && carried(mediaType, body)
    if (!schema || read === undefined) return !schema
    const validate = api.validator.of(schema, 'request')
    if (!isBroken) return validate.accepts(read)
    return !validate.accepts(read) && !validate.accepts(asText(mediaType, read, path))
  }
  return {
    operation,
    cause: `body${path.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${keyword}`,
    keyword: path === '' && keyword !== 'properties' ? 'whole' : keyword,
    title,
    pointer,
    place: 'body',
    slug: `body/${slug(path)}/${slug(title)}`,
    ...((isReference(api, operation, path) || namesIds(path)) && { isReference: true }),
    apply(draft) {
      const own = bodyValue(draft)
      if (own === undefined) return undefined
      const grafted =
        path === '' && keyword === 'properties'
          ? membersOf(own, value)
          : withValueAt(own, path, valueAt(value, path))
      // Where the accepted body is of another branch of the schema, the whole value is taken.
      const candidates = [grafted, withIdsOf(api, operation, own, value, path), value]
      const fit = candidates.find((each) => each !== undefined && isFit(each))
      return fit === undefined ? undefined : withBody(draft, fit)
    },
    ...(path === '' && {
      applyWithIds(draft) {
        const own = bodyValue(draft)
        if (own === undefined) return undefined
        const whole = withIdsOf(api, operation, own, value, path)
        const fit = [withoutOtherIds(api, operation, own, whole), whole].find(isFit)
        return fit === undefined ? undefined : withBody(draft, fit)
      },
    }),
  }
}

/** What a part of a form holds is a text too, to whoever does not heed its Content-Type (RFC 7578 §4.4). */
function asText(mediaType: MediaType | undefined, body: Json, path: string): Json {
  const part = mediaType?.type.startsWith('multipart/') === true ? valueAt(body, path) : undefined
  const text = typeof part === 'object' ? withValueAt(body, path, stringifyJson(part)) : undefined
  return text ?? body
}

/** The value with the ids that the accepted body has: its own, and those of records that are there. */
function withIdsOf(api: Api, operation: Operation, own: Json, value: Json, path: string): Json {
  if (!isJsonObject(own) || !isJsonObject(value)) return value
  const { idProperty } = api.model.roles.get(operation.id)?.resource ?? {}
  const isId = (name: string): boolean =>
    path !== `/${name}` && (name === idProperty || isReference(api, operation, `/${name}`))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isId(name) ? (own[name] ?? member) : member]),
  )
}

/** The value without ids of other records that the accepted body does without. */
function withoutOtherIds(api: Api, operation: Operation, own: Json, value: Json): Json {
  if (!isJsonObject(own) || !isJsonObject(value)) return value
  const isOther = (name: string): boolean =>
    !Object.hasOwn(own, name) && isReference(api, operation, `/${name}`)
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isOther(name)))
}

/** The members the model has, as they are in the body where it has them. */
function membersOf(own: Json, model: Json): Json {
  if (!isJsonObject(own) || !isJsonObject(model)) return model
  return Object.fromEntries(Object.entries(model).map(([name, value]) => [name, own[name] ?? value]))
}

/** Bodies that are no JSON, and none at all. */
function syntax(operation: Operation): readonly Mutation[] {
  const type = bodyType(operation)?.type
  if (type !== undefined && isXmlType(type)) return [malformedXml(operation, concreteType(type))]
  if (type === undefined || !isJsonType(type)) return []
  const pointer = operation.requestBody?.pointer ?? operation.pointer
  const rows: readonly (readonly [name: string, title: string, apply: (draft: Draft) => Draft])[] = [
    ['malformed', 'a body that is not JSON', (draft) => withText(draft, '{"name": ')],
    ['trailing', 'a body with more after its JSON', (draft) => withText(draft, '{} }')],
    ...(operation.requestBody?.required ? [['absent', 'no body', withoutBody] as const] : []),
  ]
  return rows.map(([name, title, apply]) => ({
    operation,
    cause: `body ${name}`,
    title,
    pointer,
    place: 'body',
    slug: `body/${name}`,
    apply,
  }))
}

function malformedXml(operation: Operation, contentType: string): Mutation {
  const bytes = new TextEncoder().encode('<body><name></body>')
  return {
    operation,
    cause: 'body malformed',
    title: 'a body that is not well-formed XML',
    pointer: operation.requestBody?.pointer ?? operation.pointer,
    place: 'body',
    slug: 'body/malformed',
    apply: (draft) => ({ ...draft, body: { kind: 'bytes', contentType, bytes } }),
  }
}

const withText = (draft: Draft, text: string): Draft => ({
  ...draft,
  body: { kind: 'bytes', contentType: 'application/json', bytes: new TextEncoder().encode(text) },
})

const withoutBody = (draft: Draft): Draft => ({ ...draft, body: undefined })
