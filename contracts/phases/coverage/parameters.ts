import type { Operation, Parameter } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import type { Json } from '../../../spec/json.ts'
import { isPageSize } from '../../../spec/inference/lists/paging.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import type { Api } from '../../api/api.ts'
import { slug } from '../../case.ts'
import type { Draft } from '../../interaction.ts'
import { textOfId } from '../../draft.ts'
import type { Mutation, Place } from '../../requests/mutation.ts'
import {
  isHttpField,
  isCursor,
  isIdempotencyKey,
  isSendable,
  textOf,
} from '../../requests/parameter-rules.ts'

type ParameterPlace = Exclude<Place, 'body'>

const usable = ({ parameters }: Operation): readonly Parameter[] =>
  parameters.filter((each) => each.schema && each.in !== 'querystring' && !isHttpField(each))

/** Each parameter with each of its constraints broken, and each required one left out. */
export function parameterViolations(api: Api, operation: Operation): readonly Mutation[] {
  return usable(operation).flatMap((parameter) => [
    ...brokenConstraints(api, operation, parameter),
    ...lookalikes(api, operation, parameter),
    ...(parameter.required && parameter.in !== 'path' ? [leftOut(operation, parameter)] : []),
  ])
}

function brokenConstraints(api: Api, operation: Operation, parameter: Parameter): readonly Mutation[] {
  if (!parameter.schema) return []
  return api.generator
    .violations(parameter.schema, 'request', { as: 'text' })
    .map((each) => ({ ...each, value: carried(parameter, each.value) }))
    .filter(({ value }) => isSendable(parameter, value) && !isRisky(operation, parameter, value))
    .map(({ title, says, keyword, value, schemaPointer }) => ({
      ...put(operation, parameter, keyword, title, schemaPointer, (_, mark) =>
        renewed(parameter, value, mark),
      ),
      says,
    }))
}

/** Ids that begin like the number of a record that is there: `3x`, `3.5`. */
function lookalikes(api: Api, operation: Operation, parameter: Parameter): readonly Mutation[] {
  const schema = parameter.schema && resolveRef(api.document, parameter.schema).schema
  if (
    parameter.in !== 'path' ||
    typeof schema !== 'object' ||
    schema['type'] !== 'integer' ||
    !parameter.schema
  )
    return []
  const { pointer } = parameter.schema
  return ['x', '.5'].map((tail) =>
    put(operation, parameter, 'type', `an id followed by ${tail}`, `${pointer}/type`, (before) =>
      before === undefined ? undefined : `${textOfId(before)}${tail}`,
    ),
  )
}

function leftOut(operation: Operation, parameter: Parameter): Mutation {
  return put(operation, parameter, 'required', 'left out', `${parameter.pointer}/required`, () => undefined)
}

/** Each parameter at each of its edges. */
export function parameterEdges(api: Api, operation: Operation): readonly Mutation[] {
  return usable(operation).flatMap((parameter) => {
    const { schema } = parameter
    // Any id in the path of a write may be that of a record which is not ours.
    if (
      !schema ||
      (parameter.in === 'path' && !isSafe(operation.method)) ||
      isCursor(api, operation, parameter)
    )
      return []
    return api.generator
      .boundaries(schema, 'request', { as: 'text' })
      .map((each) => ({ ...each, value: carried(parameter, each.value) }))
      .filter(({ value, undeclared }) => !undeclared && isSendable(parameter, value))
      .filter(({ value, keyword }) => keyword === 'minimum' || !isNoSize(parameter, value))
      .map(({ name, keyword, value }) => ({
        ...put(operation, parameter, keyword, name, schema.pointer, (_, mark) =>
          renewed(parameter, value, mark),
        ),
        value,
      }))
  })
}

/** Whether it asks for a page of no items, or of less: what that is, the document leaves open unless it says the least. */
const isNoSize = ({ in: place, name }: Parameter, value: Json): boolean =>
  place === 'query' && isPageSize(name) && typeof value === 'number' && value <= 0

/** A text of a header is made new at its end where it is long, or called so: it may be a key that the server remembers. */
function renewed({ in: place, name }: Parameter, value: Json, mark: string): Json {
  if (place !== 'header' || typeof value !== 'string') return value
  if (value.length > 32) return `${value.slice(0, -mark.length)}${mark}`
  return isIdempotencyKey(name) && value.length > 1 ? `${value}${mark}` : value
}

function put(
  operation: Operation,
  { in: place, name }: Parameter,
  keyword: string,
  title: string,
  pointer: string,
  change: (before: Json | undefined, mark: string) => Json | undefined,
): Mutation {
  const at = place as ParameterPlace
  return {
    operation,
    cause: `${place}/${name} ${keyword}`,
    keyword,
    title: `${name} ${title}`,
    pointer,
    place: at,
    parameter: name,
    slug: `${place}/${slug(name)}/${slug(title)}`,
    apply: (draft, context) => replace(draft, at, name, change(draft[at][name], context.unique())),
  }
}

function replace(draft: Draft, place: ParameterPlace, name: string, value: Json | undefined): Draft {
  const { [name]: _, ...others } = draft[place]
  return { ...draft, [place]: value === undefined ? others : { ...draft[place], [name]: value } }
}

/** Headers and cookies carry ASCII: what has as many characters of it stands for other text. */
function carried({ in: place }: Parameter, value: Json): Json {
  const isText = (place === 'header' || place === 'cookie') && typeof value === 'string'
  return isText ? value.replaceAll(/[^\x21-\x7e]/gu, 'x') : value
}

/** Whether a careless server could read an invalid id in the path of a write as that of another record. */
function isRisky(operation: Operation, { in: place }: Parameter, value: Json): boolean {
  return (
    place === 'path' &&
    !isSafe(operation.method) &&
    Number.parseInt(textOf(value), 10) >= 1 &&
    Number(textOf(value)) < 2 ** 62
  )
}
