import { readFileSync, writeFileSync } from 'node:fs'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { parseReplay } from '../../../contracts/findings/replay.ts'
import type { Defect } from '../../saboteurs/document-service/sabotage.ts'
import type { SabotagedService } from '../../saboteurs/services.ts'

/** By a service's name and a defect's id, the path of the case that finds the defect. */
type FoundBy = Readonly<Record<string, Readonly<Record<string, string>>>>

const file = new URL('found-by.json', import.meta.url)
const all = JSON.parse(readFileSync(file, 'utf8')) as FoundBy

/** The path of the case that finds a defect, alone; undefined for a new defect. */
export const foundBy = ({ name }: SabotagedService, { id }: Defect): string | undefined => all[name]?.[id]

/** The path of the case that gave a finding. */
export const pathOf = ({ replay }: Finding): string =>
  parseReplay(/--replay (\S+)$/.exec(replay)![1]!.replaceAll("'", ''))!.path

/** Keeps which cases find the defects of a service, in the order of the defects. */
export function write(
  { name, defects }: SabotagedService,
  found: Readonly<Record<string, string | undefined>>,
): void {
  const now = JSON.parse(readFileSync(file, 'utf8')) as FoundBy
  const paths = Object.fromEntries(defects.map(({ id }) => [id, found[id]]))
  writeFileSync(file, `${JSON.stringify({ ...now, [name]: paths }, null, 2)}\n`)
}
