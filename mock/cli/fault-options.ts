import { Option, type Command } from 'commander'
import { parseLatency, parseRateLimit, parseShare } from '../engine/faults/parse-faults.ts'
import type { MockOptions } from '../index.ts'
import { checkedBy } from './parsers.ts'

/** The command line options that make a mock fail, or report where it violates the document. */
export interface FaultFlags {
  readonly latency?: string
  readonly fail?: string
  readonly rateLimit?: string
  readonly scenarios?: string
  readonly scenario?: string
  readonly selfCheck?: boolean
}

export function addFaultOptions(command: Command): Command {
  return command
    .optionsGroup('Faults and scenarios:')
    .addOption(
      new Option(
        '--latency <range>',
        'delay responses by milliseconds: 200, 50..200, 50..200:normal, 50..200:lognormal',
      ).argParser(checkedBy(parseLatency)),
    )
    .addOption(
      new Option('--fail <share>', 'share of requests answered with a 5xx, e.g. 5%').argParser(
        checkedBy(parseShare),
      ),
    )
    .addOption(
      new Option('--rate-limit <quota>', 'respond 429 beyond this rate, e.g. 100/60s or 5/s').argParser(
        checkedBy(parseRateLimit),
      ),
    )
    .option('--scenarios <file>', 'list of scenarios, in TypeScript or JavaScript')
    .option('--scenario <name>', 'scenario to start with')
    .option('--self-check', 'report responses that violate the document (default: on in CI)')
    .addOption(new Option('--no-self-check').hideHelp())
}

export async function faultOptions(flags: FaultFlags): Promise<MockOptions> {
  const { latency, fail, rateLimit, scenarios, scenario, selfCheck = isCi() } = flags
  return {
    ...(latency !== undefined && { latency }),
    ...(fail !== undefined && { fail }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(scenarios !== undefined && { scenarios: await loadScenariosFile(scenarios) }),
    ...(scenario !== undefined && { scenario }),
    selfCheck: selfCheck ? 'report' : false,
  }
}

/** All common CI services set `CI`. */
const isCi = (): boolean => !['', '0', 'false'].includes(process.env['CI'] ?? '')

async function loadScenariosFile(path: string): Promise<NonNullable<MockOptions['scenarios']>> {
  const { loadScenarios } = await import('./behaviours-file.ts')
  return loadScenarios(path)
}
