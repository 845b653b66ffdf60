import type { Operation, Parameter } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import { isIdempotencyKey } from '../../../spec/inference/idempotency-keys.ts'
import { isPageSize } from '../../../spec/inference/lists/paging.ts'
import type { Json } from '../../../spec/json.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import type { Api } from '../../api/api.ts'
import { rangesOf } from '../../api/described-ranges.ts'
import { keywordsOf } from '../../api/keywords.ts'
import type { Mutation, Place } from '../../attempts/mutation.ts'
import { slug } from '../../case.ts'
import { textOfId } from '../../draft.ts'
import type { Draft } from '../../interaction.ts'
import { withPeriodsKept } from '../../requests/ordered-ranges.ts'
import { isHttpField, isCursor, isSendable, textOf } from '../../requests/parameter-rules.ts'

type ParameterPlace = Exclude<Place, 'body'>

const usable = ({ parameters }: Operation): readonly Parameter[] =>
  parameters.filter((each) => each.schema && each.in !== 'querystring' && !isHttpField(each))

/** Requests that each violate one constraint of a parameter, or leave out a required parameter. */
export function parameterViolations(api: Api, operation: Operation): readonly Mutation[] {
  return usable(operation).flatMap((parameter) => [
    ...brokenConstraints(api, operation, parameter),
    ...lookalikes(api, operation, parameter),
    ...(parameter.required && parameter.in !== 'path' && !hasDefault(api, parameter)
      ? [leftOut(operation, parameter)]
      : []),
  ])
}

function brokenConstraints(api: Api, operation: Operation, parameter: Parameter): readonly Mutation[] {
  if (!parameter.schema) return []
  return api.generator
    .violations(parameter.schema, 'request', { as: 'text' })
    .map((each) => ({ ...each, value: carried(parameter, each.value) }))
    .filter(({ value }) => isSendable(parameter, value) && !isRisky(operation, parameter, value))
    .map(({ title, says, isClear, keyword, value, schemaPointer }) => ({
      ...put(operation, parameter, keyword, title, schemaPointer, (_, mark) =>
        renewed(parameter, value, mark),
      ),
      says,
      ...(isClear && { isClear }),
    }))
}

/** Invalid ids that begin with an existing record's number: `3x`, `3.5`. */
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

/** Whether the server has a value for the parameter without a client: then `required` and `default` contradict each other. */
const hasDefault = (api: Api, { schema }: Parameter): boolean =>
  schema !== undefined && keywordsOf(api, schema).has('default')

function leftOut(operation: Operation, parameter: Parameter): Mutation {
  return put(operation, parameter, 'required', 'left out', `${parameter.pointer}/required`, () => undefined)
}

/** Requests with each parameter at each boundary of its schema. */
export function parameterEdges(api: Api, operation: Operation): readonly Mutation[] {
  return usable(operation).flatMap((parameter) => {
    const { schema } = parameter
    // In the path of a write any id might be that of a record the run did not create.
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
      .filter(({ value }) => !isFractionalId(api, operation, parameter, value))
      .map(({ name, keyword, value }) => {
        const change = put(operation, parameter, keyword, name, schema.pointer, (_, mark) =>
          renewed(parameter, value, mark),
        )
        return { ...change, value, apply: keepingPeriods(api, change) }
      })
  })
}

/** The change of a parameter that, if it is one end of a period, moves the other end along. */
function keepingPeriods(api: Api, change: Mutation): Mutation['apply'] {
  return (draft, context) => {
    const changed = change.apply(draft, context)
    const { query } = rangesOf(api, change.operation)
    return changed && { ...changed, query: withPeriodsKept(draft.query, changed.query, query) }
  }
}

/** Whether it is a page size of zero or less, whose meaning is undefined unless the document sets a minimum. */
const isNoSize = ({ in: place, name }: Parameter, value: Json): boolean =>
  place === 'query' && isPageSize(name) && typeof value === 'number' && value <= 0

/** Whether it is a fraction for the id of a record: generated documents declare numeric ids as `number`. */
function isFractionalId(
  { model }: Api,
  operation: Operation,
  { in: place, name }: Parameter,
  value: Json,
): boolean {
  const role = place === 'path' ? model.roles.get(operation.id)?.operation : undefined
  const isId = role?.idParameter === name || role?.scope.includes(name) === true
  return isId && typeof value === 'number' && !Number.isInteger(value)
}

/** Makes a header value unique if it is long or an idempotency key: the server may remember it. */
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

/** Headers and cookies carry ASCII: other characters are replaced, which keeps the length. */
function carried({ in: place }: Parameter, value: Json): Json {
  const isText = (place === 'header' || place === 'cookie') && typeof value === 'string'
  return isText ? value.replaceAll(/[^\x21-\x7e]/gu, 'x') : value
}

/** Whether a lenient server could read an invalid id in the path of a write as that of an existing record. */
function isRisky(operation: Operation, { in: place }: Parameter, value: Json): boolean {
  return (
    place === 'path' &&
    !isSafe(operation.method) &&
    Number.parseInt(textOf(value), 10) >= 1 &&
    Number(textOf(value)) < 2 ** 62
  )
}
