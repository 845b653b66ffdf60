import { normalizeName, singularNounOf } from '../prose/words.ts'
import type { Call } from './call.ts'

/** The name under which a call takes what identifies the record that it is about. Undefined if it takes none of the names. */
export const idIn = ({ takes }: Call, names: readonly string[]): string | undefined =>
  names
    .map((name) => [...takes.keys()].find((each) => normalizeName(each) === name))
    .find((name) => name !== undefined)

/** The names under which calls on one kind of record identify it, the best first. */
export function idNames(calls: readonly Call[]): readonly string[] {
  const noun = singularNounOf(calls[0]?.base ?? '').replaceAll(' ', '')
  const onOne = calls.filter(({ verb }) => verb !== 'list' && verb !== 'create')
  const lists = calls.filter(({ verb }) => verb === 'list')
  // What lists are filtered by tells kinds of records: the country of a number.
  const isFilter = (name: string): boolean => lists.some((call) => idIn(call, [name]) !== undefined)
  const common = commonNames(onOne).filter((name) => !isFilter(name))
  const named = [`${noun}id`, 'id', noun, `${noun}uuid`, 'uuid', `${noun}key`, `${noun}name`, `${noun}slug`]
  const names = [...named, ...common, 'slug', 'name']
  return names.filter((name) => onOne.some((call) => idIn(call, [name]) !== undefined))
}

/** What most calls on a record take, or the only one requires: the `channel` of a conversation. */
function commonNames(onOne: readonly Call[]): readonly string[] {
  const sent = onOne.map(({ takes }) =>
    [...takes]
      .filter(([, { isRequired }]) => isRequired || onOne.length > 1)
      .map(([name]) => normalizeName(name)),
  )
  const countOf = (name: string): number => sent.filter((names) => names.includes(name)).length
  return [...new Set(sent.flat())]
    .filter((name) => !/token$|key$|^name$/.test(name) && countOf(name) > onOne.length / 2)
    .sort((one, other) => countOf(other) - countOf(one))
}
