import type { Operation, Parameter, SchemaNode } from '../../spec/document.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import type { Api } from '../api/api.ts'
import type { Draft } from '../draft.ts'
import { isImpossible } from '../generate/impossible.ts'
import { keywordsOf } from '../api/keywords.ts'
import { isSendable } from './parameter-rules.ts'

/** Values of the parameters that an operation requires, but for those of its path. */
export function requiredParameters(
  api: Api,
  operation: Operation,
): Pick<Draft, 'query' | 'header' | 'cookie'> {
  const pick = (place: Parameter['in'][]): JsonObject =>
    Object.fromEntries(
      operation.parameters
        .filter((each) => place.includes(each.in) && each.required)
        .flatMap((each) => {
          const value = parameterValue(api, each)
          return value === undefined ? [] : [[each.name, value]]
        }),
    )
  return { query: pick(['query', 'querystring']), header: pick(['header']), cookie: pick(['cookie']) }
}

/** The request with the required parameters it lacks: nothing is to be concluded from a refusal for want of them. */
export function withRequired(api: Api, draft: Draft): Draft {
  if (!lackingIn(draft)) return draft
  const { query, header, cookie } = requiredParameters(api, draft.operation)
  return {
    ...draft,
    query: { ...query, ...draft.query },
    header: { ...header, ...draft.header },
    cookie: { ...cookie, ...draft.cookie },
  }
}

/** A parameter that is required, and that the request does not have; an empty text in the path leads elsewhere. */
export function lackingIn({ operation, ...draft }: Draft): Parameter | undefined {
  return operation.parameters.find(
    ({ in: place, name, required }) =>
      (place === 'path' && draft.raw === undefined && draft.path[name] === '') ||
      (required &&
        (place === 'query' || place === 'header' || place === 'cookie') &&
        !Object.hasOwn(draft[place], name)),
  )
}

/** The examples that a schema gives of its values. */
function examplesOf(api: Api, schema: SchemaNode): readonly Json[] {
  const keywords = keywordsOf(api, schema)
  const several = keywords.get('examples')
  const given = [keywords.get('example'), ...(Array.isArray(several) ? (several as unknown[]) : [])]
  return given.filter((value): value is Json => value !== undefined)
}

/** One that can stand where the parameter does, if there is any. */
function madeFor({ generator }: Api, parameter: Parameter, schema: SchemaNode): Json | undefined {
  const first = generator.valid(schema, 'request', 0)
  if (isImpossible(first) || isSendable(parameter, first)) return isImpossible(first) ? undefined : first
  const ordinary = generator.typical(schema, 'request')
  return isImpossible(ordinary) ? first : ordinary
}

/** A value for a parameter: its example if that is valid, else one that is made; undefined when none can be. */
export function parameterValue(api: Api, parameter: Parameter): Json | undefined {
  const { schema } = parameter
  const validate = schema && api.validator.of(schema, 'request')
  const given = [...parameter.examples.map(({ value }) => value), ...(schema ? examplesOf(api, schema) : [])]
  const example = given.find((value) => !validate || validate.accepts(value))
  if (example !== undefined) return example
  const made = schema && madeFor(api, parameter, schema)
  if (made === undefined) return undefined
  // What a path names by a number it names by a whole one, though many documents leave that open.
  const whole = parameter.in === 'path' && typeof made === 'number' ? Math.trunc(made) : made
  return validate?.accepts(whole) === true ? whole : made
}
