import type { Operation, Parameter, SchemaNode } from '../../spec/document.ts'
import { nameForm } from '../../spec/inference/paths/name-forms.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { examplesIn } from '../../spec/schemas/examples.ts'
import { alternativesIn } from '../api/alternatives.ts'
import type { Api } from '../api/api.ts'
import { rangesOf } from '../api/described-ranges.ts'
import { keywordsOf } from '../api/keywords.ts'
import { isImpossible } from '../generate/impossible.ts'
import type { Draft } from '../interaction.ts'
import { withOrderedRanges } from './ordered-ranges.ts'
import { isSendable } from './parameter-rules.ts'

/** Values for the parameters that an operation requires, or needs one of, except those of its path. */
export function requiredParameters(
  api: Api,
  operation: Operation,
): Pick<Draft, 'query' | 'header' | 'cookie'> {
  const needed = new Set(alternativesIn(api)(operation).query.needed.map(({ names: [first] }) => first))
  const pick = (place: Parameter['in'][]): JsonObject =>
    Object.fromEntries(
      operation.parameters
        .filter((each) => place.includes(each.in) && (each.required || needed.has(each.name)))
        .flatMap((each) => {
          const value = firstPage(api, operation, each) ?? parameterValue(api, each, true)
          return value === undefined ? [] : [[each.name, value]]
        }),
    )
  return {
    query: withOrderedRanges(pick(['query', 'querystring']), rangesOf(api, operation).query) as JsonObject,
    header: pick(['header']),
    cookie: pick(['cookie']),
  }
}

/** The position of the first page, if the parameter has a position: there may be nothing on any other. */
function firstPage({ model, validator }: Api, { id }: Operation, parameter: Parameter): Json | undefined {
  const paging = model.roles.get(id)?.resource.paging
  if (!paging || paging.kind === 'cursor' || paging.position !== parameter.name) return undefined
  const { schema } = parameter
  return !schema || validator.of(schema, 'request').accepts(paging.first) ? paging.first : undefined
}

/** The draft with its missing required parameters filled in, so that the request is not refused for them. */
export function withRequired(api: Api, draft: Draft): Draft {
  if (!missingIn(draft)) return draft
  const { query, header, cookie } = requiredParameters(api, draft.operation)
  return {
    ...draft,
    query: { ...query, ...draft.query },
    header: { ...header, ...draft.header },
    cookie: { ...cookie, ...draft.cookie },
  }
}

/** A required parameter that the draft does not have. An empty path parameter counts as missing: it makes another path. */
export function missingIn({ operation, ...draft }: Draft): Parameter | undefined {
  return operation.parameters.find(
    ({ in: place, name, required }) =>
      (place === 'path' && draft.raw === undefined && draft.path[name] === '') ||
      (required &&
        (place === 'query' || place === 'header' || place === 'cookie') &&
        !Object.hasOwn(draft[place], name)),
  )
}

/** The valid examples of a parameter, and of its schema. */
export function parameterExamples(api: Api, { examples, schema }: Parameter): readonly Json[] {
  const validate = schema && api.validator.of(schema, 'request')
  const given = [...examples.map(({ value }) => value), ...(schema ? examplesIn(api.document, schema) : [])]
  return given.filter((value): value is Json => value !== undefined && (!validate || validate.accepts(value)))
}

/** A generated value, preferably one that can be sent in the parameter's place. */
function generateFor({ generator }: Api, parameter: Parameter, schema: SchemaNode): Json | undefined {
  const first = generator.valid(schema, 'request', 0)
  if (isImpossible(first) || isSendable(parameter, first)) return isImpossible(first) ? undefined : first
  const ordinary = generator.typical(schema, 'request')
  return isImpossible(ordinary) ? first : ordinary
}

/** A resource name of the form that the document shows, with this text for each of the parts that vary, if its schema allows it. */
function resourceName({ document, validator }: Api, parameter: Parameter, text: string): string | undefined {
  const { in: place, schema } = parameter
  const name = place === 'path' && schema ? nameForm(document, parameter)?.replaceAll('{}', text) : undefined
  return schema && name !== undefined && validator.of(schema, 'request').accepts(name) ? name : undefined
}

/** An id that no record is likely to have: a large number, or a generated text. Undefined if the schema allows neither. */
export function unusedId(api: Api, parameter: Parameter, seed: number): Json | undefined {
  const { schema } = parameter
  const name = resourceName(api, parameter, `p${seed.toString(36)}`)
  if (name !== undefined || !schema) return name
  if (keywordsOf(api, schema).has('enum')) return undefined
  const value = api.generator.valid(schema, 'request', seed)
  if (typeof value === 'string') return isSendable(parameter, value) ? value : undefined
  // The ids of records begin with small numbers. These are large, and fit into 32 bits.
  const large = 2_000_000_000 + (seed % 100_000_000)
  return api.validator.of(schema, 'request').accepts(large) ? large : undefined
}

/**
 * A value for a parameter: its first valid example, its default if it is needed, which authors then mean as an example, a resource name of its
 * form, or a generated value; undefined when none can be generated.
 */
export function parameterValue(
  api: Api,
  parameter: Parameter,
  isNeeded: boolean = parameter.required,
): Json | undefined {
  const { schema } = parameter
  const validate = schema && api.validator.of(schema, 'request')
  const [example] = parameterExamples(api, parameter)
  if (example !== undefined) return example
  const usual = isNeeded && schema ? keywordsOf(api, schema).get('default') : undefined
  if (usual !== undefined && validate?.accepts(usual as Json) === true) return usual as Json
  const name = resourceName(api, parameter, 'p1')
  if (name !== undefined) return name
  const generated = schema && generateFor(api, parameter, schema)
  if (generated === undefined) return undefined
  // Numeric ids in paths are integers, though many documents say only `number`.
  const whole = parameter.in === 'path' && typeof generated === 'number' ? Math.trunc(generated) : generated
  return validate?.accepts(whole) === true ? whole : generated
}
