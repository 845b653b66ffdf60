import { describe, expect, it } from 'vitest'
import { recordContract } from '../../contracts/index.ts'
import { runDefaults } from '../../contracts/options.ts'
import { createPlan } from '../../contracts/plan.ts'
import { parseShard } from '../../contracts/shard.ts'
import { loadDocument } from '../../spec/load.ts'
import { notesDocument, notesService } from './support/notes-api.ts'

const document = await loadDocument()

const pathsOf = (shard?: { index: number; count: number }): readonly string[] =>
  createPlan(document, { ...runDefaults, shard }).phases.flatMap(({ cases }) => cases.map(({ path }) => path))

describe('shards of a plan', () => {
  it.each([1, 2, 3, 7])('%i together are the whole plan, with each case once', (count) => {
    const parts = Array.from({ length: count }, (_, part) => pathsOf({ index: part + 1, count }))
    expect(parts.flat().sort()).toEqual([...pathsOf()].sort())
  })

  it('are the same every time', () => {
    expect(pathsOf({ index: 2, count: 3 })).toEqual(pathsOf({ index: 2, count: 3 }))
  })

  it('are of about the same size', () => {
    const sizes = [1, 2, 3, 4].map((index) => pathsOf({ index, count: 4 }).length)
    expect(Math.max(...sizes)).toBeLessThan(Math.min(...sizes) * 2)
  })

  it('keep the cases of a group together', () => {
    const operationsIn = (index: number): Set<string> =>
      new Set(
        pathsOf({ index, count: 2 }).flatMap((path) =>
          path.startsWith('coverage/') ? [path.split('/')[1] ?? ''] : [],
        ),
      )
    const [first, second] = [operationsIn(1), operationsIn(2)]
    expect([...first].filter((operation) => second.has(operation))).toEqual([])
  })

  it('together find what a whole run finds', async () => {
    const target = notesService(({ url, method }) => {
      if (method === 'POST' || url.includes('pinned'))
        return Response.json({ message: 'Sorry.' }, { status: 500 })
      return undefined
    })
    const idsOf = async (shard?: { index: number; count: number }): Promise<readonly string[]> => {
      const options = shard ? { shard } : {}
      const { findings } = await recordContract({
        target,
        document: notesDocument,
        phases: ['coverage'],
        ...options,
      })
      return findings.map(({ id }) => id)
    }
    const parts = await Promise.all([1, 2, 3].map((index) => idsOf({ index, count: 3 })))
    expect(new Set(parts.flat())).toEqual(new Set(await idsOf()))
    expect(parts.flat().length).toBeGreaterThan(0)
  })

  it.each([
    ['1/4', { index: 1, count: 4 }],
    ['4/4', { index: 4, count: 4 }],
    ['0/4', undefined],
    ['5/4', undefined],
    ['1', undefined],
    ['a/b', undefined],
    ['1/99999', undefined],
  ])('are named %s', (text, shard) => {
    expect(parseShard(text)).toEqual(shard)
  })
})
