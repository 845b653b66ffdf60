import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SpecVersion } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { loadDocument } from '../../../spec/load.ts'
import { schemaOf } from '../../../spec/undescribed/schema-of.ts'
import { createValidator } from '../../../spec/validate.ts'

const versions: readonly (readonly [SpecVersion, string])[] = [
  ['3.0', '3.0.4'],
  ['3.1', '3.1.1'],
]

it.each(versions)(
  'in OpenAPI %s, every value is valid against the schema derived from it',
  async (version, openapi) => {
    const values = fc.array(fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>, {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(values, async (some) => {
        const schema = schemaOf(some, version)
        const document = await loadDocument({
          openapi,
          info: { title: 'Values', version: '1' },
          paths: {},
          components: { schemas: { Value: schema } },
        })
        const validate = createValidator(document).of(
          { schema, pointer: '#/components/schemas/Value' },
          'response',
        )
        for (const value of some) expect(validate(value)).toEqual([])
      }),
      { numRuns: 100 },
    )
  },
)
