import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeDocument } from '../../../spec/inspection/inspect.ts'
import { renderInspection } from '../../../spec/inspection/render.ts'
import { loadDocument } from '../../../spec/load.ts'
import { SpecError } from '../../../spec/problems/spec-error.ts'
import { folderOf } from './folder.ts'

/** Loads a document and reads everything in it; returns any error except a SpecError. */
async function defect(source: string | object): Promise<unknown> {
  try {
    const document = await loadDocument(source)
    renderInspection(describeDocument(document))
    return undefined
  } catch (error) {
    return error instanceof SpecError ? undefined : error
  }
}

/** Values to put in unexpected places. */
const strange = fc.oneof(
  fc.constantFrom(
    null,
    true,
    '',
    0,
    -1,
    [],
    {},
    [null],
    [[]],
    { $ref: '#' },
    { $ref: '#/paths' },
    { $ref: 3 },
    { $ref: '#/nowhere' },
  ),
  fc.constantFrom(
    { allOf: [{ $ref: '#/components/schemas/Pet' }] },
    { type: 'array' },
    { type: ['object', 'null'] },
    { properties: [] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

interface Place {
  readonly holder: Record<string, unknown>
  readonly name: string
}

function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])])
}

describe('loading and reading throws nothing but SpecError', () => {
  it('for the Pet Store with any values replaced or removed', async () => {
    const original = (await loadDocument()).root
    const mutations = fc.array(
      fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.option(strange, { nil: undefined })),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        const copy = structuredClone(original) as unknown as Record<string, unknown>
        for (const [at, value] of changes) {
          const places = placesIn(copy)
          const place = places[Math.floor(at * places.length)]
          if (place && value === undefined) delete place.holder[place.name]
          else if (place) place.holder[place.name] = structuredClone(value)
        }
        expect(await defect(copy)).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  })

  it('for the Pet Store with any characters changed', async () => {
    const original = (await readFile(new URL('../../../spec/petstore.yaml', import.meta.url), 'utf8')).slice(
      0,
      6000,
    )
    const piece = fc.constantFrom(
      '',
      '\n',
      '  ',
      '\t',
      ': ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '&a ',
      '*a',
      '<<: ',
      '!!',
      '|',
      '>',
      '#',
      '$ref: ',
      '\u0000',
      '---\n',
      '\uFEFF',
      '💥',
      '%',
    )
    const edits = fc.array(fc.tuple(fc.nat(5999), fc.nat(5), piece), { minLength: 1, maxLength: 6 })
    const folder = await folderOf({})
    await fc.assert(
      fc.asyncProperty(edits, fc.nat(6000), async (changes, length) => {
        let text = original.slice(0, length)
        for (const [at, removed, added] of changes)
          text = text.slice(0, at) + added + text.slice(at + removed)
        const files = await folderOf({ 'api.yaml': text })
        const failure = await defect(join(files.path, 'api.yaml'))
        await files.remove()
        expect(failure).toBeUndefined()
      }),
      { numRuns: 150 },
    )
    await folder.remove()
  })

  it('for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ maxLength: 200 })),
        async (bytes) => {
          const files = await folderOf({ 'api.yaml': bytes })
          const failure = await defect(join(files.path, 'api.yaml'))
          await files.remove()
          expect(failure).toBeUndefined()
        },
      ),
      { numRuns: 150 },
    )
  })

  it('for any two files', async () => {
    const ref = fc.constantFrom(
      'other.yaml',
      'other.yaml#/A',
      'other.yaml#',
      'api.yaml#/components/schemas/It',
      '#/A',
      './',
      '..',
      '',
      '//',
      'http://',
      'other.yaml#/A/%',
      'other.yaml#A',
      '?',
      '#',
    )
    const node = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.record({ $ref: ref }),
        strange,
        fc.dictionary(fc.constantFrom('A', 'B', 'properties', 'items', 'allOf', 'get'), tie('node')),
      ),
    })).node
    await fc.assert(
      fc.asyncProperty(node, node, ref, async (schema, other, first) => {
        const root = {
          openapi: '3.1.0',
          paths: { '/x': schema },
          components: { schemas: { It: { $ref: first }, Schema: schema } },
        }
        const files = await folderOf({
          'api.yaml': JSON.stringify(root),
          'other.yaml': JSON.stringify(other) ?? '',
        })
        const failure = await defect(join(files.path, 'api.yaml'))
        await files.remove()
        expect(failure).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  })
})
