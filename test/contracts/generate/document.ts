import { createGenerator, type Generator } from '../../../contracts/generate/generator.ts'
import type { Document, OpenApiObject, SchemaNode } from '../../../spec/document.ts'
import { createValidator, type Validator } from '../../../spec/validate.ts'
import type { HardSchema } from './schemas.ts'

export interface Workbench {
  readonly document: Document
  readonly node: SchemaNode
  readonly validator: Validator
  readonly generator: Generator
}

/** A document that holds one schema, and what is needed to make values of it. */
export function workbench({
  version,
  schema,
  components,
}: Pick<HardSchema, 'version' | 'schema' | 'components'>): Workbench {
  const root = {
    openapi: `${version}.0`,
    info: { title: 'Test', version: '1' },
    paths: {},
    components: { schemas: { ...components, Subject: schema } },
  }
  const document: Document = {
    version,
    source: '(object)',
    root: root as unknown as OpenApiObject,
    problems: [],
    locate: () => undefined,
  }
  const validator = createValidator(document)
  const node = { schema: schema as SchemaNode['schema'], pointer: '#/components/schemas/Subject' }
  return { document, node, validator, generator: createGenerator(document, validator) }
}

/** Keywords that a validator names in place of one inside them. */
export const around: ReadonlySet<string> = new Set([
  'oneOf',
  'anyOf',
  'not',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
])
