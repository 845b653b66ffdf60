import type { Operation } from '../../spec/document.ts'
import { accepted } from '../attempts/accepted-request.ts'
import { isWanted, slug, type Case, type Phase } from '../case.ts'
import { CaseEnd, type Context } from '../context.ts'
import { createContext } from '../engine/create-context.ts'
import type { Finding } from '../findings/finding.ts'
import { isBreaking } from '../options.ts'
import type { RequestTemplate } from '../requests/templates.ts'
import { isValid } from '../requests/validity.ts'
import type { ReportedIds } from '../run-state.ts'
import { firstFailure } from './fuzz/failure.ts'
import { requestsOf, type MadeRequest } from './fuzz/requests.ts'

/** Generated requests in all, and the least and most for one operation, as long as none fails and no option tells. */
const budget = { all: 160, least: 5, most: 20 }

/** Requests spent on shrinking a failing one. */
const shrinkBudget = 60

/** The number of failures searched for per operation: further ones are mostly the same defect. */
const mostRounds = 3

/** Sends random valid requests that vary many parameters and properties at once. */
export const fuzz: Phase = {
  name: 'fuzz',
  isParallel: true,
  requestsPerCase: ({ fuzzRequests = 8 }) => fuzzRequests,
  plan(api, options) {
    const operations = api.operations.filter((each) => isWanted(each, options) && requestsOf(api, each))
    const share = Math.floor(budget.all / operations.length)
    const runs = options.fuzzRequests ?? Math.min(budget.most, Math.max(budget.least, share))
    return operations.map((operation) => caseOf(operation, runs, counterexampleIn(operation, options.only)))
  },
}

/** Identifies one generated request: its round, and fast-check's path to it. */
interface Counterexample {
  readonly round: number
  readonly path: string
}

const pathOf = (operation: Operation, { round, path }: Counterexample): string =>
  `fuzz/${slug(operation.id)}/${String(round)}/${path}`

/** The request that a finding's replay path names, such as `fuzz/listPets/0/7:0:2`. */
function counterexampleIn(operation: Operation, only: string | undefined): Counterexample | undefined {
  const match = /^(fuzz\/[^/]+)\/(\d)\/(\d+(?::\d+)*)$/.exec(only ?? '')
  if (match?.[1] !== `fuzz/${slug(operation.id)}` || match[3] === undefined) return undefined
  return { round: Number(match[2]), path: match[3] }
}

function caseOf(operation: Operation, runs: number, known: Counterexample | undefined): Case {
  return {
    path: known ? pathOf(operation, known) : `fuzz/${slug(operation.id)}/requests`,
    phase: 'fuzz',
    operation: operation.id,
    title: `${operation.method} ${operation.path} with random valid requests`,
    group: operation.id,
    run: (context) => tryRequests(context, { operation, runs, known }),
  }
}

interface Trial {
  readonly operation: Operation
  readonly runs: number
  readonly known: Counterexample | undefined
}

/** Runs rounds of requests until one finds nothing new. */
async function tryRequests(context: Context, { operation, runs, known }: Trial): Promise<void> {
  const { run, api } = context
  const requests = requestsOf(api, operation)
  if (!requests || run.retired.has(operation.id)) return
  const { template } = await accepted(context, operation)
  const rounds = known ? [known.round] : Array.from({ length: mostRounds }, (_, round) => round)
  let isBroken = false
  for (const round of rounds) {
    const { failure, end } = await firstFailure({
      requests,
      seed: run.options.seed + round,
      runs,
      path: known?.path,
      shrinkBudget,
      send: (request) => attempt(context, operation, template, request),
    })
    if (failure) publish(context, failure.finding, pathOf(operation, { round, path: failure.path }))
    if (end !== undefined) throw end
    if (!failure) break
    isBroken ||= isBreaking(failure.finding, run.options)
  }
  if (isBroken) throw new CaseEnd({ kind: 'failed' })
}

/** Sends a request and returns its new findings, not yet reported. */
async function attempt(
  context: Context,
  operation: Operation,
  template: RequestTemplate,
  request: MadeRequest,
): Promise<readonly Finding[]> {
  const { run, api } = context
  const findings: Finding[] = []
  const emit: typeof run.emit = (event) => {
    if (event.kind === 'finding') findings.push(event.finding)
    else if (event.kind !== 'known-finding' || !run.reported.has(event.finding.id)) run.emit(event)
    if (event.kind === 'known-finding') run.reported.add(event.finding.id)
  }
  try {
    const draft = await context.instantiate(operation, merged(template, request), { asIs: true })
    if (!isValid(api, draft)) return []
    const quiet = { ...run, emit, reported: reportedBeside(run.reported) }
    await createContext(quiet, context.case, context.group).send(draft, 'valid')
  } catch (error) {
    if (!(error instanceof CaseEnd)) throw error
  }
  return findings
}

/** The ids that the run has reported; additions stay local. */
function reportedBeside(reported: ReportedIds): ReportedIds {
  const own = new Set<string>()
  return { has: (id) => own.has(id) || reported.has(id), add: (id) => void own.add(id) }
}

/** The accepted request with the generated parts in place of its own. */
function merged(template: RequestTemplate, { query, header, cookie, body }: MadeRequest): RequestTemplate {
  return {
    name: 'made up',
    query: { ...template.query, ...query },
    header: { ...template.header, ...header },
    cookie: { ...template.cookie, ...cookie },
    body: body === 'as accepted' ? template.body : body,
  }
}

function publish({ run }: Context, finding: Finding, path: string): void {
  run.reported.add(finding.id)
  run.emit({ kind: 'finding', finding: { ...finding, replay: run.replay(path) } })
}
