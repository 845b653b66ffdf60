import { join, posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import written from './exports.json' with { type: 'json' }
import { root } from './npm.ts'

/** The exports of each entry according to its types, split into runtime values and types. */
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
      const named = (some: readonly ts.Symbol[]): readonly string[] =>
        some.map((symbol) => symbol.name).sort()
      return [
        name,
        {
          values: named(symbols.filter(isValue)),
          types: named(symbols.filter((symbol) => !isValue(symbol))),
        },
      ]
    }),
  )
}

describe('the exports of the package', () => {
  // Add new exports to exports.json. Removing one breaks the programs that import it.
  it('equal those listed in exports.json', () => {
    expect(exported()).toEqual(written)
  })
})
