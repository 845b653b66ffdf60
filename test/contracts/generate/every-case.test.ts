import { describe, expect, it } from 'vitest'
import { stringifyJson } from '../../../spec/json.ts'
import { resolvePointer } from '../../../spec/json/pointer.ts'
import { around, workbench } from './document.ts'
import { hardSchemas } from './schemas.ts'

const schemas = hardSchemas.map((schema) => [`${schema.version} ${schema.name}`, schema] as const)

describe('every violation is refused for its keyword, and the schema has that keyword', () => {
  it.each(schemas)('%s', (_, schema) => {
    const { document, generator, node, validator } = workbench(schema)
    const view = schema.view ?? 'request'
    const list = generator.violations(node, view)
    for (const { value, keyword, path, schemaPointer } of list) {
      const issues = validator.of(node, view)(value)
      const direct = issues.some((issue) => issue.keyword === keyword && issue.path === path)
      const indirect = issues.every((issue) => around.has(issue.keyword) && path.startsWith(issue.path))
      expect(issues.length > 0 && (direct || indirect)).toBe(true)
      expect(resolvePointer(document.root, schemaPointer)).not.toBeUndefined()
    }
    expect(list.length > 0).toBe(schema.name !== 'anything')
    expect(new Set(list.map(({ title }) => title)).size).toBe(list.length)
    expect(workbench(schema).generator.violations(node, view)).toEqual(list)
  })
})

describe('every boundary is valid, and each has a name and a value of its own', () => {
  it.each(schemas)('%s', (_, schema) => {
    const { generator, node, validator } = workbench(schema)
    const view = schema.view ?? 'request'
    const list = generator.boundaries(node, view)
    expect(list.length).toBeGreaterThan(0)
    expect(list.flatMap(({ value }) => validator.of(node, view)(value))).toEqual([])
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
    expect(new Set(list.map(({ value }) => stringifyJson(value))).size).toBe(list.length)
    expect(workbench(schema).generator.boundaries(node, view)).toEqual(list)
  })
})
