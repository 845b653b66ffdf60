import { isSelectedBy, switchesOf, type Switch } from '../../../../spec/inference/lists/switches.ts'
import { normalizedSentences, parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Api, RoleOperation } from '../../../api/api.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { prepareVariedList } from './add-variety.ts'
import { queriesOf } from './queries.ts'
import { judgeSelection } from './selections.ts'

/** A switch of a list that its description explains. */
interface ToldSwitch extends Switch {
  /** Whether the description says that it selects all others if it is false. */
  readonly isTwoWay: boolean
}

/** "`true` for connectors that are `available`, `false` for all others", "Only tasks that are done". */
const selects = / only | true (?:for|selects?|lists?|returns?|shows?) | if true /
/** "Whether the task is done", but not "Whether done tasks are returned". */
const either = /^ whether (?!to |.* (?:returned|shown|listed|included) )/
/** What adds records to others selects none: "Include archived projects". */
const adds = / (?:includ\w*|also|too|as well|addition\w*|default) /
const selectsOthers =
  / false (?:(?:for|selects?|lists?|returns?|shows?) )?(?:only )?(?:all )?(?:the )?(?:others?|rest|remaining)(?: \w+)? /

/** The boolean parameters of a list that select records by their state, as their descriptions say. */
export function toldSwitches(api: Api, resource: Resource, list: RoleOperation): readonly ToldSwitch[] {
  const queried = new Set(queriesOf(api, resource, list).map(({ parameter }) => parameter))
  return switchesOf(api.document, list.operation, resource).flatMap((each) => {
    const sentences = normalizedSentences(parameterDescription(api.document, each.parameter))
    const tells = (...patterns: readonly RegExp[]): boolean =>
      sentences.some((text) => patterns.some((pattern) => pattern.test(text)))
    if (!tells(selects, either) || tells(adds) || queried.has(each.parameter)) return []
    return [{ ...each, isTwoWay: tells(selectsOthers) || (tells(either) && !each.isOneWay) }]
  })
}

/** Checks that a switch selects the records in its state, and the others when it is off, if the description says so. */
export async function judgeSwitch(
  context: Context,
  resource: Resource,
  told: ToldSwitch,
  list: RoleOperation,
): Promise<void> {
  const { parameter, property, isTwoWay } = told
  const { of, all } = await prepareVariedList(context, resource, property, list)
  /** Undefined if the list does not show the property. */
  const isListed = (item: JsonObject, on: boolean): boolean | undefined => {
    const own = item[property]
    return own === undefined ? undefined : isSelectedBy(told, own) === on
  }
  const asked = (isTwoWay ? [true, false] : [true]).filter((on) =>
    all.items.some((item) => isListed(item, on) === false),
  )
  if (asked.length === 0) throw inconclusive('The list has no item that the parameter would exclude.')
  for (const on of asked) {
    const selection = {
      asked: { [parameter.name]: on },
      parameter: parameter.name,
      property,
      value: on,
      pointer: parameter.pointer,
      severity: 'error',
      matches: (item: JsonObject) => isListed(item, on),
    } as const
    if (await judgeSelection(of, selection, all)) return
  }
}
