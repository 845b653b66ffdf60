import type { MediaType, Operation } from '../../../spec/document.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { isJsonObject, stringifyJson, type Json } from '../../../spec/json.ts'
import { pointerTokens } from '../../../spec/json/pointer.ts'
import { bodySchema, bodyType, referredBy, resourceNamed, type Api } from '../../api/api.ts'
import { rangesOf } from '../../api/described-ranges.ts'
import { slug } from '../../case.ts'
import { bodyValue, valueAt, withBody, withValueAt } from '../../draft.ts'
import { afterRoundTrip } from '../../requests/round-trip.ts'
import type { Mutation } from '../../requests/mutation.ts'
import { withPeriodsKept } from '../../requests/ordered-ranges.ts'

/** A part of a generated value that is put into a request's body. */
interface Graft {
  /** JSON pointer of the part, in the value and in the body. */
  readonly path: string
  readonly keyword: string
  readonly title: string
  readonly value: Json
  readonly pointer: string
  /** Whether it makes the body invalid. */
  readonly isBroken: boolean
}

/** A mutation that replaces one part of a request's body by the same part of a generated value. */
export function graft(
  api: Api,
  operation: Operation,
  { path, keyword, title, value, pointer, isBroken }: Graft,
): Mutation {
  const schema = bodySchema(operation)
  const mediaType = bodyType(operation)
  const isFit = (body: Json): boolean => {
    const read = mediaType && afterRoundTrip(mediaType, body)
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
    path,
    slug: `body/${slug(path)}/${slug(title)}`,
    ...((isReference(api, operation, path) || namesIds(path)) && { isReference: true }),
    apply(draft) {
      const own = bodyValue(draft)
      if (own === undefined) return undefined
      const grafted =
        path === '' && keyword === 'properties'
          ? membersOf(own, value)
          : withValueAt(own, path, valueAt(value, path))
      const kept =
        isJsonObject(own) && isJsonObject(grafted) && !isBroken
          ? withPeriodsKept(own, grafted, rangesOf(api, operation).body)
          : grafted
      // If the accepted body matches another branch of the schema, the whole value replaces it.
      const candidates = [kept, grafted, withIdsOf(api, operation, own, value, path), value]
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

/** The body with a multipart value as a string, as a server reads it that ignores the part's Content-Type (RFC 7578 §4.4). */
function asText(mediaType: MediaType | undefined, body: Json, path: string): Json {
  const part = mediaType?.type.startsWith('multipart/') === true ? valueAt(body, path) : undefined
  const text = typeof part === 'object' ? withValueAt(body, path, stringifyJson(part)) : undefined
  return text ?? body
}

/** The value with the ids of the accepted body: the record's own, and those of existing records it refers to. */
function withIdsOf(api: Api, operation: Operation, own: Json, value: Json, path: string): Json {
  if (!isJsonObject(own) || !isJsonObject(value)) return value
  const { idProperty } = api.model.roles.get(operation.id)?.resource ?? {}
  const isId = (name: string): boolean =>
    path !== `/${name}` && (name === idProperty || isReference(api, operation, `/${name}`))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isId(name) ? (own[name] ?? member) : member]),
  )
}

/** The value without references to other records that the accepted body does not have. */
function withoutOtherIds(api: Api, operation: Operation, own: Json, value: Json): Json {
  if (!isJsonObject(own) || !isJsonObject(value)) return value
  const isOther = (name: string): boolean =>
    !Object.hasOwn(own, name) && isReference(api, operation, `/${name}`)
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isOther(name)))
}

/** The members of the model, with the values of the body where it has them. */
function membersOf(own: Json, model: Json): Json {
  if (!isJsonObject(own) || !isJsonObject(model)) return model
  return Object.fromEntries(Object.entries(model).map(([name, value]) => [name, own[name] ?? value]))
}

/** Whether a place in a body holds the id of another record, or an object with that id: it cannot be chosen freely. */
export function isReference(api: Api, operation: Operation, path: string): boolean {
  const [name, holder] = namesOn(path).toReversed()
  const referred = (property: string | undefined): string | undefined =>
    property === undefined ? undefined : referredBy(api, operation, property)
  const held = referred(holder)
  const isHeld = held !== undefined && resourceNamed(api, held)?.idProperty === name
  return isHeld || referred(name) !== undefined
}

/** Whether the last property is named like an id: `ids`, `parentId`. */
const namesIds = (path: string): boolean =>
  /^(?:id|uuid)s?$/.test(wordsOf(namesOn(path).at(-1) ?? '').at(-1) ?? '')

/** The property names on a path, without array indexes. */
const namesOn = (path: string): readonly string[] =>
  pointerTokens(path).filter((token) => !/^\d+$/.test(token))
