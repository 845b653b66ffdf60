import type { Command } from 'commander'
import { idVariable, secretVariable } from '../access/oauth2.ts'
import { phaseNames } from '../events.ts'
import { runDefaults } from '../options.ts'
import { reportKinds } from '../reporters/write-reports.ts'
import {
  collect,
  parseChecks,
  parseHeader,
  parseInteger,
  parsePhases,
  parsePositive,
  parseRate,
  parseReplayFlag,
  parseReport,
  parseScheme,
  parseSeverities,
  parseSeverity,
  parseShardFlag,
  parseTime,
  parseUrl,
} from './parse.ts'

/** Adds the options of `stablehand check`, in groups. */
export function addCheckOptions(command: Command): void {
  addSelection(command)
  addLimits(command)
  addCredentials(command)
  addVerdict(command)
  addReports(command)
}

function addSelection(command: Command): void {
  command
    .optionsGroup('What is checked:')
    .option('--phases <names>', `phases to run: ${phaseNames.join(',')} (default: all)`, parsePhases)
    .option(
      '--include <operation>',
      'check only these operations: an id or "GET /pets", * as a wildcard; repeatable',
      collect,
    )
    .option(
      '--exclude <operation>',
      'never call these operations, not even to prepare others; repeatable',
      collect,
    )
    .option('--read-only', 'send only safe methods (GET, HEAD, OPTIONS)')
    .option(
      '--seed <number>',
      `seed for generated values (default: ${String(runDefaults.seed)})`,
      parseInteger,
    )
    .option('--shard <part>', 'run only this part of the cases, e.g. 1/4', parseShardFlag)
    .option(
      '--replay <seed:path>',
      'run a single case, as given in a finding; * as a wildcard',
      parseReplayFlag,
    )
    .option('--plan', 'print the planned cases without sending any request')
    .option('--allow-remote-refs', "follow $refs to other servers and to files outside the document's folder")
    .option(
      '--config <file>',
      'configuration file (default: stablehand.config.ts, .js, .json or .yaml in this folder or above)',
    )
}

function addLimits(command: Command): void {
  command
    .optionsGroup('Time and load:')
    .option('--wait <time>', 'wait up to this long for the API to start, e.g. 30s', parseTime)
    .option(
      '--max-time <time>',
      'stop after this time, e.g. 60s or 5m; cleaning up may take a minute more',
      parseTime,
    )
    .option(
      '--max-requests <number>',
      'stop after this many requests (default: 300 per operation, between 8000 and 20000 in total)',
      parsePositive,
    )
    .option(
      '--fuzz-requests <number>',
      'random requests per operation, on top of the default of --max-requests; thousands for a long run (default: 5 to 20)',
      parsePositive,
    )
    .option('--rate <rate>', 'limit the rate of requests, e.g. 50/s or 600/m', parseRate)
    .option(
      '--workers <number>',
      `number of operations to test in parallel (default: ${String(runDefaults.workers)})`,
      parsePositive,
    )
}

function addCredentials(command: Command): void {
  command
    .optionsGroup('Credentials:')
    .option(
      '--auth-token <token>',
      'credentials: a bearer token, an API key, or name:password (default: registers a user and logs in, if the document tells how)',
    )
    .option(
      '--auth <scheme=value>',
      "credentials for one of the document's security schemes; repeatable",
      parseScheme,
    )
    .option('--header <line>', "header to send with every request, 'Name: value'; repeatable", parseHeader)
    .option(
      '--oauth2-token-url <url>',
      'get access tokens from this URL with the client credentials grant',
      parseUrl,
    )
    .option('--oauth2-client-id <id>', `client id (default: $${idVariable})`)
    .option('--oauth2-client-secret <secret>', `client secret (default: $${secretVariable})`)
    .option('--oauth2-scope <scope>', 'scope to request; repeatable', collect)
}

function addVerdict(command: Command): void {
  command
    .optionsGroup('What fails:')
    .option(
      '--fail-on <severity>',
      'lowest severity that fails the check: error or warning (default: error)',
      parseSeverity,
    )
    .option('--checks-off <names>', 'comma-separated checks to leave out; repeatable', parseChecks)
    .option(
      '--severity <check=severity>',
      'report findings of a check as error or warning; repeatable',
      parseSeverities,
    )
    .option(
      '--max-response-time <time>',
      'warn about responses that take longer, e.g. 500ms or 2s',
      parseTime,
    )
    .option(
      '--baseline <file>',
      'accept the findings in this file; fail on any other, and when one of them is no longer found',
    )
    .option('--update-baseline', 'write all current findings to the baseline')
    .option('--list-checks', 'print all checks with the requirements behind them')
}

function addReports(command: Command): void {
  command
    .optionsGroup('Reports:')
    .option(
      '--report <kind=file>',
      `write a report: ${reportKinds}; - as the file for standard output; repeatable`,
      parseReport,
    )
}
