import type * as Vm from 'node:vm'

let context: Vm.Context | undefined

/** Whether the text has a match; undefined when the search exceeds the time limit, and outside Node. */
export function testWithin(regExp: RegExp, text: string, milliseconds: number): boolean | undefined {
  const vm = globalThis.process?.getBuiltinModule?.('node:vm') as typeof Vm | undefined
  if (vm === undefined) return undefined
  context ??= vm.createContext(Object.create(null) as object)
  Object.assign(context, { regExp, text })
  try {
    return vm.runInContext('regExp.test(text)', context, { timeout: milliseconds }) as boolean
  } catch {
    return undefined
  } finally {
    Object.assign(context, { regExp: undefined, text: undefined })
  }
}
