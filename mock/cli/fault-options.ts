import { InvalidArgumentError, Option, type Command } from 'commander'
import { parseLatency, parseRateLimit, parseShare } from '../engine/faults-text.ts'
import type { MockOptions } from '../index.ts'

/** What of the command line makes a mock fail, or catches it failing. */
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
    .addOption(
      new Option(
        '--latency <range>',
        'milliseconds that answers take longer: 200, 50..200, 50..200:normal',
      ).argParser(readable(parseLatency)),
    )
    .addOption(
      new Option('--fail <share>', 'share of the requests that are answered by a 5xx: 5%').argParser(
        readable(parseShare),
      ),
    )
    .addOption(
      new Option('--rate-limit <quota>', '429 beyond so many requests in a time: 100/60s, 5/s').argParser(
        readable(parseRateLimit),
      ),
    )
    .option('--scenarios <file>', 'a list of scenarios, in TypeScript or JavaScript')
    .option('--scenario <name>', 'the scenario to begin with')
    .option('--self-check', 'check every answer, and name what breaks the document (default: under CI)')
    .addOption(new Option('--no-self-check').hideHelp())
}

/** The text as it is, once it is known to be readable. */
function readable(parse: (text: string) => unknown): (text: string) => string {
  return (text) => {
    try {
      parse(text)
      return text
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
    }
  }
}

export async function faultOptions(flags: FaultFlags): Promise<MockOptions> {
  const { latency, fail, rateLimit, scenarios, scenario, selfCheck = isCi() } = flags
  return {
    ...(latency !== undefined && { latency }),
    ...(fail !== undefined && { fail }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(scenarios !== undefined && { scenarios: await scenariosFile(scenarios) }),
    ...(scenario !== undefined && { scenario }),
    selfCheck: selfCheck ? 'report' : false,
  }
}

/** Every known CI service sets it. */
const isCi = (): boolean => !['', '0', 'false'].includes(process.env['CI'] ?? '')

async function scenariosFile(path: string): Promise<NonNullable<MockOptions['scenarios']>> {
  const { loadScenarios } = await import('./behaviours-file.ts')
  return loadScenarios(path)
}
