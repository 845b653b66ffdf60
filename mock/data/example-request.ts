import type { MediaType, Parameter } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { ParameterValues } from '../../spec/parameters/encode-parameters.ts'
import type { Examples } from './document-examples.ts'
import type { Fake } from './fake.ts'

/** Where the values of requests come from that a mock itself sends or suggests. */
export interface ExampleRequestParts {
  readonly examples: Examples
  readonly fake: Fake
}

type Place = 'path' | 'query' | 'header' | 'cookie'

/** A value for each parameter: an example in the document, else a generated one. The same key gives the same values. */
export async function exampleParameters(
  { examples, fake }: ExampleRequestParts,
  parameters: readonly Parameter[],
  key: string,
): Promise<ParameterValues> {
  const values: Record<Place, Record<string, Json>> = { path: {}, query: {}, header: {}, cookie: {} }
  for (const parameter of parameters) {
    const { name, schema, examples: shown } = parameter
    values[placeOf(parameter)][name] =
      shown[0]?.value ??
      (schema && examples.ofSchema(schema, 'request')) ??
      (schema && (await fake.value(schema, 'request', { name, key: `${key} ${name}` }))) ??
      ''
  }
  return values
}

function placeOf({ in: place }: Parameter): Place {
  return place === 'querystring' ? 'query' : place
}

/** A value for a request body: an example in the document, else a generated one. */
export async function exampleBody(
  { examples, fake }: ExampleRequestParts,
  media: MediaType,
  key: string,
): Promise<Json> {
  const { schema } = media
  return (
    examples.ofMediaType(media, 'request') ??
    (schema && (await fake.value(schema, 'request', { key }))) ??
    null
  )
}
