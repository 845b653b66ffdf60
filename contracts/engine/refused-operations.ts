import { groupBy } from '../../spec/util/group-by.ts'
import { someOf } from '../../spec/util/some-of.ts'
import { serverPaths } from '../api/route.ts'
import { basePath } from '../client/client.ts'
import type { Run } from '../context.ts'

/** The most operations that one note names. */
const maxNamed = 3

/** Notes for the report about operations that accepted no request, so that nothing else about them could be judged. */
export function describeRefusedOperations(run: Run): readonly string[] {
  const { refusals, succeeded } = run
  const otherBase = succeeded.size === 0 && refusals.size > 0 ? declaredBase(run) : undefined
  if (otherBase !== undefined)
    return [`No request was accepted. According to the servers in the document, the API is at ${otherBase}.`]
  const refused = [...refusals].filter(([id]) => !succeeded.has(id))
  // Each remedy is given once.
  const given = new Set<string>()
  return [...groupBy(refused, ([, answer]) => answer)].map(([answer, all]) => {
    const ids = all.map(([id]) => id)
    const remedy = remedyFor(answer)
    const hint = given.has(remedy) ? '' : ` ${remedy}`
    given.add(remedy)
    return `No request to ${someOf(ids, maxNamed)} was accepted: ${answer}.${hint}`
  })
}

/** A note for the report about operations that were never called, since only records from before the run could be given to them. */
export function describeSparedOperations({ spared, succeeded, refusals }: Run): readonly string[] {
  const ids = [...spared].filter((id) => !succeeded.has(id) && !refusals.has(id))
  if (ids.length === 0) return []
  return [
    `${someOf(ids, maxNamed)} would have changed records from before the run, as no other ones can be created. Records for that can be named in the configuration (operations).`,
  ]
}

const remedyFor = (answer: string): string =>
  answer.startsWith('401')
    ? 'Give credentials that the API accepts with --auth-token, --auth or --header.'
    : 'Values that the document does not describe can be set in the configuration (operations).'

/** The target with the path of the document's first server; undefined when the target has the path of one of its servers. */
export function declaredBase({ api, client: { target } }: Run): string | undefined {
  const paths = serverPaths(api.document)
  const [first] = paths.includes(basePath(target)) ? [] : paths
  return first === undefined ? undefined : new URL(target).origin + (first === '' ? '/' : first)
}
