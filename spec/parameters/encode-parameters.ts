import type { Parameter, ParameterLocation } from '../document.ts'
import type { Json, JsonObject } from '../json.ts'
import {
  encodeCookie,
  encodeField,
  encodeQuery,
  encodeQuerystring,
  encodeSegment,
  fillPath,
} from './location-writers.ts'

/** Values to send by parameter name; header names in any case. The value of a `querystring` parameter is in `query`. */
export interface ParameterValues {
  readonly path?: JsonObject
  readonly query?: JsonObject
  readonly header?: JsonObject
  readonly cookie?: JsonObject
}

/** The parts of a request. `path` and `query` are percent-encoded; header names are in lower case. */
export interface EncodedParameters {
  readonly path: string
  /** Without `?`; empty when there is nothing to send. */
  readonly query: string
  readonly headers: Record<string, string>
}

/**
 * Serializes values as their parameters require; values without a parameter are left out. Decoding returns the same values,
 * except for what a style cannot represent: empty arrays and objects; the delimiter within an item in `spaceDelimited` and
 * `pipeDelimited`; brackets within a name in `deepObject`; the delimiters `,` `;` `=` and outer spaces in headers and the
 * style `cookie`, which encode nothing; and a string that looks like another allowed type (`1` for `integer` or `string`).
 */
export function encodeParameters(
  path: string,
  parameters: readonly Parameter[],
  values: ParameterValues,
): EncodedParameters {
  const sent = (place: ParameterLocation): [Parameter, Json][] =>
    parameters.flatMap((parameter) => {
      const value = parameter.in === place ? valueOf(parameter, values) : undefined
      return value === undefined ? [] : [[parameter, value]]
    })
  const segments = new Map(
    sent('path').map(([parameter, value]) => [parameter.name, encodeSegment(parameter, value)]),
  )
  const fields = sent('header').map(([parameter, value]) => [
    parameter.name.toLowerCase(),
    encodeField(parameter, value),
  ])
  const cookies = sent('cookie').flatMap(([parameter, value]) => encodeCookie(parameter, value))
  const query = [
    ...sent('query').flatMap(([parameter, value]) => encodeQuery(parameter, value)),
    ...sent('querystring').map(([parameter, value]) => encodeQuerystring(parameter, value)),
  ]
  // A path of the document may have a query, `/?Action=List`. A fragment is never sent.
  const [pathOnly = '', fixed = ''] = fillPath(path.replace(/#.*/s, ''), segments).split('?', 2)
  return {
    path: pathOnly,
    query: [fixed, ...query].filter((part) => part !== '').join('&'),
    headers: Object.fromEntries(cookies.length === 0 ? fields : [...fields, ['cookie', cookies.join('; ')]]),
  }
}

function valueOf({ in: place, name }: Parameter, values: ParameterValues): Json | undefined {
  const given = values[place === 'querystring' ? 'query' : place] ?? {}
  if (Object.hasOwn(given, name)) return given[name]
  if (place !== 'header') return undefined
  return Object.entries(given).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}
