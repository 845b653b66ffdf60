import type {
  HeaderParameter,
  Link,
  MediaType,
  NamedExample,
  Parameter,
  ParameterLocation,
  ParameterStyle,
  RequestBody,
  Response,
  SchemaNode,
} from '../document.ts'
import { refTarget, type Located } from './refs.ts'
import type { Json } from '../json.ts'
import { isObject, own, ownText } from '../util/object.ts'
import { appendPointer } from '../json/pointer.ts'
import { isSchema } from '../schemas/subschemas.ts'
import { belongsTo } from '../schemas/resolver.ts'
import type { Walker } from './walker.ts'

const locations = new Set(['path', 'query', 'header', 'cookie', 'querystring'])

/** A Parameter Object; undefined when it does not say what it is. */
export function readParameter(walker: Walker, located: Located): Parameter | undefined {
  const [name, place] = [ownText(located.value, 'name'), ownText(located.value, 'in')]
  if (name === undefined || place === undefined || !locations.has(place)) {
    walker.problem(
      'invalid-parameter',
      'warning',
      'A parameter needs a name and a place (in).',
      located.pointer,
    )
    return undefined
  }
  return readSerialized(walker, located, name, place as ParameterLocation)
}

/** OpenAPI 3.0.4 §4.7.12: what a parameter is when it does not say. */
export function parameterDefaults(
  place: ParameterLocation,
): Pick<Parameter, 'style' | 'explode' | 'allowReserved' | 'allowEmptyValue' | 'deprecated'> {
  const isForm = place === 'query' || place === 'cookie'
  return {
    style: isForm ? 'form' : 'simple',
    explode: isForm,
    allowReserved: false,
    allowEmptyValue: false,
    deprecated: false,
  }
}

/** What a parameter and a header have in common. */
function readSerialized(walker: Walker, located: Located, name: string, place: ParameterLocation): Parameter {
  const node = located.value as Readonly<Record<string, unknown>>
  const [content] = readMediaTypes(walker, located)
  const style = (ownText(node, 'style') ?? parameterDefaults(place).style) as ParameterStyle
  return {
    name,
    in: place,
    required: place === 'path' || node['required'] === true,
    deprecated: node['deprecated'] === true,
    style,
    explode: typeof node['explode'] === 'boolean' ? node['explode'] : style === 'form' || style === 'cookie',
    allowReserved: node['allowReserved'] === true,
    allowEmptyValue: node['allowEmptyValue'] === true,
    schema: schemaOf(located) ?? content?.schema,
    content,
    examples: readExamples(walker, located),
    pointer: located.pointer,
  }
}

/** The Request Body Object of an operation. */
export function readRequestBody(walker: Walker, operation: Located): RequestBody | undefined {
  const body = walker.child(operation, 'requestBody')
  if (!body || !isObject(body.value)) return undefined
  return {
    required: body.value['required'] === true,
    content: readMediaTypes(walker, body),
    pointer: body.pointer,
  }
}

/** A Response Object, by its key among the responses; none where that is no status. */
export function readResponse(walker: Walker, status: string, located: Located): readonly Response[] {
  const key = /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status
  if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(key) || !isObject(located.value)) {
    if (!status.startsWith('x-'))
      walker.problem(
        'invalid-response',
        'warning',
        `'${status}' is no response of an operation.`,
        located.pointer,
      )
    return []
  }
  return [
    {
      status: key,
      description: ownText(located.value, 'description') ?? '',
      headers: readHeaders(walker, located),
      content: readMediaTypes(walker, located),
      links: walker.members(located, 'links').map(([name, link]) => readLink(walker, name, link)),
      pointer: located.pointer,
    },
  ]
}

function readHeaders(walker: Walker, located: Located): readonly HeaderParameter[] {
  return walker
    .members(located, 'headers')
    .filter(([name, header]) => name.toLowerCase() !== 'content-type' && isObject(header.value))
    .map(([name, header]) => readSerialized(walker, header, name, 'header'))
}

function readLink({ document }: Walker, name: string, { value, pointer }: Located): Link {
  const node = value as Readonly<Record<string, unknown>>
  const reference = ownText(node, 'operationRef')
  const target = reference === undefined ? undefined : refTarget(document, reference)?.value
  return {
    name,
    operationId: ownText(node, 'operationId') ?? ownText(target, 'operationId'),
    parameters: isObject(node['parameters']) ? node['parameters'] : {},
    requestBody: node['requestBody'],
    pointer,
  }
}

function readMediaTypes(walker: Walker, located: Located): readonly MediaType[] {
  return walker
    .members(located, 'content')
    .filter(([, media]) => isObject(media.value))
    .map(([type, media]) => {
      const encoding = own(media.value, 'encoding')
      const mediaType = {
        // A key that says nothing leaves it open.
        type: type.trim() === '' ? '*/*' : type,
        schema: schemaOf(media),
        examples: readExamples(walker, media),
        encoding: isObject(encoding) ? encoding : {},
        pointer: media.pointer,
      }
      return belongsTo(mediaType, walker.document)
    })
}

function readExamples(walker: Walker, located: Located): readonly NamedExample[] {
  const single = own(located.value, 'example')
  const named = walker.members(located, 'examples').flatMap(([name, example]) => {
    const key = ['dataValue', 'value'].find((each) => own(example.value, each) !== undefined)
    if (key === undefined) return []
    return [{ name, value: own(example.value, key) as Json, pointer: appendPointer(example.pointer, key) }]
  })
  if (single === undefined) return named
  return [
    { name: 'example', value: single as Json, pointer: appendPointer(located.pointer, 'example') },
    ...named,
  ]
}

function schemaOf({ value, pointer }: Located): SchemaNode | undefined {
  const schema = own(value, 'schema')
  return isSchema(schema) ? { schema, pointer: appendPointer(pointer, 'schema') } : undefined
}
