import type { CoverageReport, Share } from './report.ts'

/** What coverage must be: a least share of what there is, or a most number of requests. */
export type Demand =
  | { readonly kind: 'share'; readonly of: ShareName; readonly percent: number }
  | { readonly kind: 'most'; readonly of: CountName; readonly count: number }

type ShareName = 'operations' | 'statuses' | 'errors' | 'enums'
type CountName = 'deprecated' | 'unknown'

const shares: ReadonlySet<string> = new Set<ShareName>(['operations', 'statuses', 'errors', 'enums'])
const counts: ReadonlySet<string> = new Set<CountName>(['deprecated', 'unknown'])

/** How demands are written, for messages. */
export const demandSyntax = 'operations, statuses, errors or enums (or =80%), deprecated=0, unknown=0'

/** Reads `operations,errors=80%,deprecated=0`; undefined for what is none of it. */
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

/** A sentence for each demand that is not met. */
export function unmet({ summary }: CoverageReport, demands: readonly Demand[]): readonly string[] {
  return demands.flatMap((demand) => {
    if (demand.kind === 'share') {
      const { covered, total } = summary[demand.of]
      if (covered * 100 >= demand.percent * total) return []
      return [
        `${covered} of ${total} ${demand.of} are covered (${percentOf(summary[demand.of])} %), ${demand.percent} % are required.`,
      ]
    }
    const sent = summary[demand.of]
    if (sent <= demand.count) return []
    const what =
      demand.of === 'deprecated' ? 'to deprecated operations' : 'to what the document does not have'
    return [`${sent} requests went ${what}, ${demand.count} are allowed.`]
  })
}

/** Rounded down, so that 100 means all. */
export function percentOf({ covered, total }: Share): number {
  return total === 0 ? 100 : Math.floor((covered * 100) / total)
}
