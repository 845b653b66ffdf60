import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Carrier } from '../../../contracts/generate/generated-values.ts'
import { createGenerator } from '../../../contracts/generate/generator.ts'
import { isImpossible } from '../../../contracts/generate/impossible.ts'
import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { loadDocument } from '../../../spec/load.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { createValidator } from '../../../spec/validate.ts'

const folder = join(import.meta.dirname, '../../../../shared/documents')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(?:yaml|json)$/.test(name)) : []
/** Boundaries and violations are judged for that many schemas of a document, which takes seconds in the largest. */
const judged = 40

interface Case {
  readonly node: SchemaNode
  readonly as: Carrier
}

/** Schemas that requests are made by, each once. */
function requestSchemas(operations: readonly Operation[]): readonly Case[] {
  const cases = operations.flatMap(({ parameters, requestBody }): Case[] => [
    ...parameters.flatMap(({ schema }) => (schema ? [{ node: schema, as: 'text' as const }] : [])),
    ...(requestBody?.content ?? []).flatMap(({ schema }) =>
      schema ? [{ node: schema, as: 'json' as const }] : [],
    ),
  ])
  return [...new Map(cases.map((schemaCase) => [schemaCase.node.pointer, schemaCase])).values()]
}

const title = 'request schemas of public documents'

describe.skipIf(files.length === 0)(
  files.length > 0 ? title : `${title} (skipped: there are none in ../shared/documents)`,
  () => {
    it.each(files.length > 0 ? files : ['there is no folder ../shared/documents'])(
      '%s',
      { timeout: 120_000 },
      async (file) => {
        const document = await loadDocument(join(folder, file))
        const validator = createValidator(document)
        const generator = createGenerator(document, validator)
        const cases = requestSchemas(operationsOf(document).operations)
        const counts = { schemas: cases.length, impossible: 0, boundaries: 0, violations: 0 }
        for (const [index, { node, as }] of cases.entries()) {
          const validate = validator.of(node, 'request')
          for (let seed = 0; seed < 3; seed++) {
            const value = generator.valid(node, 'request', seed)
            if (isImpossible(value)) counts.impossible++
            else expect(validate(value)).toEqual([])
          }
          if (index >= judged) continue
          const boundaries = generator.boundaries(node, 'request', { as })
          const violations = generator.violations(node, 'request', { as })
          expect(boundaries.filter(({ value }) => validate(value).length > 0)).toEqual([])
          expect(violations.filter(({ value }) => validate(value).length === 0)).toEqual([])
          counts.boundaries += boundaries.length
          counts.violations += violations.length
        }
        console.log(`${file}: ${JSON.stringify(counts)}`)
        expect(counts.impossible).toBe(0)
      },
    )
  },
)
