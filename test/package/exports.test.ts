import { join, posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import written from './exports.json' with { type: 'json' }
import { root } from './npm.ts'

/** What each entry exports as its types say, by the entry's name: what there is at run time, and what there is for types only. */
function exported(): Readonly<Record<string, { values: readonly string[]; types: readonly string[] }>> {
  const { './package.json': _, ...entries } = manifest.exports
  const files = new Map(
    Object.entries(entries).map(([path, { types }]) => [posix.join(manifest.name, path), join(root, types)]),
  )
  const program = ts.createProgram([...files.values()], {
    module: ts.ModuleKind.NodeNext,
    noLib: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const isValue = (symbol: ts.Symbol): boolean => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return (target.flags & ts.SymbolFlags.Value) !== 0
  }
  return Object.fromEntries(
    [...files].map(([name, file]) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile)
      const symbols = checker.getExportsOfModule(module as ts.Symbol)
      const named = (some: readonly ts.Symbol[]): readonly string[] => some.map((each) => each.name).sort()
      return [
        name,
        { values: named(symbols.filter(isValue)), types: named(symbols.filter((each) => !isValue(each))) },
      ]
    }),
  )
}

describe('the exports of the package', () => {
  // What is added is written down there; what is taken away breaks whoever imports it.
  it('equal those listed in exports.json', () => {
    expect(exported()).toEqual(written)
  })
})
