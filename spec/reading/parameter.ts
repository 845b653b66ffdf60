import type { HeaderParameter, Parameter, ParameterLocation, ParameterStyle } from '../document.ts'
import type { Located } from '../json/refs.ts'
import { membersOf } from '../parameters/members.ts'
import { isObject, ownText } from '../util/object.ts'
import type { DocumentReader } from './document-reader.ts'
import { readExamples, readMediaTypes, readSchema } from './media-type.ts'

const locations = new Set(['path', 'query', 'header', 'cookie', 'querystring'])

/** Reads a Parameter Object; undefined, with a problem, when it lacks `name` or `in`. */
export function readParameter(reader: DocumentReader, located: Located): Parameter | undefined {
  const name = ownText(located.value, 'name')
  const location = ownText(located.value, 'in')
  if (name === undefined || location === undefined || !locations.has(location)) {
    const message = "A parameter must have a 'name' and a valid 'in'."
    reader.report('invalid-parameter', 'warning', message, located.pointer)
    return undefined
  }
  return readSerialized(reader, located, name, location as ParameterLocation)
}

/** The Header Objects of a response; `Content-Type` is ignored (OpenAPI 3.0.4 §4.7.17.1). */
export function readHeaders(reader: DocumentReader, located: Located): readonly HeaderParameter[] {
  return reader
    .members(located, 'headers')
    .filter(([name, header]) => name.toLowerCase() !== 'content-type' && isObject(header.value))
    .map(([name, header]) => readSerialized(reader, header, name, 'header'))
}

/** The values of fields that a parameter does not set (OpenAPI 3.0.4 §4.7.12). */
export function parameterDefaults(
  location: ParameterLocation,
): Pick<Parameter, 'style' | 'explode' | 'allowReserved' | 'allowEmptyValue' | 'deprecated'> {
  const isForm = location === 'query' || location === 'cookie'
  return {
    style: isForm ? 'form' : 'simple',
    explode: isForm,
    allowReserved: false,
    allowEmptyValue: false,
    deprecated: false,
  }
}

/** Reads the fields that parameters and headers have in common. */
function readSerialized(
  reader: DocumentReader,
  located: Located,
  name: string,
  location: ParameterLocation,
): Parameter {
  const node = located.value as Readonly<Record<string, unknown>>
  const [content] = readMediaTypes(reader, located)
  const style = (ownText(node, 'style') ?? parameterDefaults(location).style) as ParameterStyle
  const parameter = {
    name,
    in: location,
    required: location === 'path' || node['required'] === true,
    deprecated: node['deprecated'] === true,
    style,
    explode: typeof node['explode'] === 'boolean' ? node['explode'] : style === 'form' || style === 'cookie',
    allowReserved: node['allowReserved'] === true,
    allowEmptyValue: node['allowEmptyValue'] === true,
    schema: readSchema(located) ?? content?.schema,
    content,
    examples: readExamples(reader, located),
    pointer: located.pointer,
  }
  const members = membersOf(reader.document, parameter)
  if (!members) return parameter
  // An object without members is sent as nothing, which generators forget: `pageable` of Spring.
  const isRequired = content ? parameter.required : [...members.values()].some(({ required }) => required)
  return { ...parameter, members, required: isRequired }
}
