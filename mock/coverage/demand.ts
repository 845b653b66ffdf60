import { plural } from '../../spec/util/plural.ts'
import type { CoverageReport, Share } from './report.ts'

/** A coverage requirement: a minimum share of something, or a maximum number of requests. */
export type Demand =
  | { readonly kind: 'share'; readonly of: ShareName; readonly percent: number }
  | { readonly kind: 'most'; readonly of: CountName; readonly count: number }

type ShareName = 'operations' | 'statuses' | 'errors' | 'enums'
type CountName = 'deprecated' | 'unknown'

const shares: ReadonlySet<string> = new Set<ShareName>(['operations', 'statuses', 'errors', 'enums'])
const counts: ReadonlySet<string> = new Set<CountName>(['deprecated', 'unknown'])

/** The syntax of requirements, for messages. */
export const demandSyntax =
  'operations, statuses, errors, enums (=100% by default, or e.g. =80%), deprecated=0, unknown=0'

/** Parses `operations,errors=80%,deprecated=0`. Undefined if the syntax is wrong. */
export function parseDemands(text: string): readonly Demand[] | undefined {
  const demands = text.split(',').map((each) => parseDemand(each.trim()))
  return demands.every((demand) => demand !== undefined) ? demands : undefined
}

function parseDemand(text: string): Demand | undefined {
  const [, name = '', value, percent] = /^(\w+)(?:=(\d+)(%)?)?$/.exec(text) ?? []
  if (shares.has(name) && (value === undefined || percent === '%')) {
    const wanted = Number(value ?? 100)
    return wanted <= 100 ? { kind: 'share', of: name as ShareName, percent: wanted } : undefined
  }
  if (counts.has(name) && value !== undefined && percent === undefined)
    return { kind: 'most', of: name as CountName, count: Number(value) }
  return undefined
}

/** Returns a sentence for each requirement that is not met. */
export function unmet({ summary }: CoverageReport, demands: readonly Demand[]): readonly string[] {
  return demands.flatMap((demand) => {
    if (demand.kind === 'share') {
      const { covered, total } = summary[demand.of]
      if (covered * 100 >= demand.percent * total) return []
      return [
        `${covered} of ${total} ${demand.of} are covered (${percentOf(summary[demand.of])} %); ${demand.percent} % required.`,
      ]
    }
    const sent = summary[demand.of]
    if (sent <= demand.count) return []
    const what =
      demand.of === 'deprecated' ? 'to deprecated operations' : 'to paths that are not in the document'
    return [`${plural(sent, 'request')} went ${what}, but at most ${demand.count} are allowed.`]
  })
}

/** Rounded down, so that 100 means all. */
export function percentOf({ covered, total }: Share): number {
  return total === 0 ? 100 : Math.floor((covered * 100) / total)
}
