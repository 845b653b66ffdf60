import type { Operation, Pointer } from '../../../document.ts'
import { refusalStatements } from '../../prose/refusal-statements.ts'
import { sentencesOf } from '../../prose/sentences.ts'

/**
 * Where the document says that an action is refused for a record that nothing belongs to yet: "It needs at least one item", "An
 * invoice without lines cannot be issued", or "The invoice has no lines" for a 422. Undefined if it does not.
 *
 * @param noun The singular noun for what has to belong to the record.
 */
export function neededParts(action: Operation, noun: string): Pointer | undefined {
  const demand = new RegExp(
    ` (?:need|must have|must contain|require) at least (?:one|1) ${noun} | only (?:(?!can|may)\\w+ )*(?:with|that ha|that have|which ha|which have) at least (?:one|1) ${noun} (?:can|may) be | without (?:any |an? )?${noun} (?:cannot|can not|may not|must not) be `,
    'u',
  )
  const lack = new RegExp(`^ (?:the |it )?(?:\\w+ )?(?:ha|have) no ${noun}(?: yet)? $`, 'u')
  const demanded = sentencesOf(action).some((sentence) => demand.test(sentence) && !condition.test(sentence))
  const refusal = refusalStatements(action).find(({ sentence }) =>
    sentence.split(/ or (?=the |it |ha |is |wa )/).some((part) => lack.test(` ${part.trim()} `)),
  )
  return demanded ? action.pointer : refusal?.pointer
}

/** What the record that an action's own refers to must have: "The list has no confirmed subscribers". */
export interface NeededOfOther {
  readonly state: string | undefined
  readonly status: number
}

/** @param owner the singular noun for the other record */
export function neededOfOther(action: Operation, owner: string, noun: string): NeededOfOther | undefined {
  const lack = new RegExp(`^ (?:the|it) ${owner} ha no (?:(?<state>\\w+) )?${noun}(?: yet)? $`, 'u')
  const [found] = refusalStatements(action).flatMap(({ sentence, status }) =>
    sentence.split(/ or (?=the |it |ha |is |wa )/).flatMap((part) => {
      const said = lack.exec(` ${part.trim()} `)
      return said ? [{ state: said.groups?.['state'], status }] : []
    }),
  )
  return found
}

const condition = / (?:if|unless|when|except|should|usually) /
