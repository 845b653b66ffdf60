import { Option, type Command } from 'commander'
import type { Behaviours } from './behaviour.ts'
import { addFaultOptions, faultOptions, type FaultFlags } from './cli/fault-options.ts'
import type { Log, LogFormat } from './cli/log.ts'
import { collect, parseHosts, parseJournalSize, parsePort, parseSize } from './cli/parsers.ts'
import type { Reloadable } from './cli/reloadable.ts'
import {
  documentArgument,
  nowOption,
  remoteRefsOption,
  seedOption,
  worldOption,
} from './cli/shared-options.ts'
import { loadWorld, withWorld } from './cli/world-file.ts'
import { defaultToken } from './default-token.ts'
import type { MockOptions } from './index.ts'

interface MockFlags extends FaultFlags {
  readonly port: number
  readonly host: string
  readonly seed: string
  readonly world: string
  readonly now?: string
  readonly auth: 'off' | 'required'
  readonly token?: readonly string[]
  readonly cors: 'on' | 'off'
  readonly log: LogFormat
  readonly behaviours?: string
  readonly state?: string
  readonly store: string
  readonly controlToken?: string
  readonly journal: number
  readonly maxBody?: number
  readonly watch?: boolean
  readonly strict?: true
  readonly allowRemoteRefs?: true
  readonly callbacks?: true
  readonly callbackHosts?: readonly string[]
}

/** Adds `stablehand mock`. */
export function registerMock(program: Command): void {
  const command = program
    .command('mock')
    .summary('start a stateful mock server')
    .description('Start a stateful mock server for an OpenAPI document.')
    .addArgument(documentArgument())
    .addHelpText('after', examples)
    .action(mock)
  addServerOptions(command)
  addDocumentOptions(command)
  addDataOptions(command)
  addAccessOptions(command)
  addFaultOptions(command)
}

function addServerOptions(command: Command): void {
  command
    .optionsGroup('Server:')
    .option('-p, --port <number>', 'port to listen on; 0 picks a free one', parsePort, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option('--cors <mode>', 'let pages of any origin read responses')
        .choices(['on', 'off'])
        .default('on'),
    )
    .option('--max-body <size>', 'maximum request body size, e.g. 500kb, 10mb (default: 1mb)', parseSize)
    .option('--watch', 'reload when the document or the behaviours change')
    .addOption(
      new Option('--log <format>', 'log format').choices(['pretty', 'json', 'silent']).default('pretty'),
    )
    .option(
      '--journal <entries>',
      'number of recent exchanges to keep for the console; 0 disables it',
      parseJournalSize,
      1000,
    )
}

function addDocumentOptions(command: Command): void {
  command
    .optionsGroup('Document:')
    .option('--strict', 'fail if the document has problems, instead of serving the valid part')
    .addOption(remoteRefsOption())
    .option('--callbacks', "send the document's callbacks to the URLs given in requests")
    .option(
      '--callback-hosts <hosts>',
      'hosts callbacks may go to, e.g. 127.0.0.1:9000,hooks.test',
      parseHosts,
    )
}

function addDataOptions(command: Command): void {
  command
    .optionsGroup('Data and behaviour:')
    .addOption(seedOption())
    .addOption(worldOption())
    .addOption(nowOption())
    .option('--state <file>', 'save the records to a file, and load them from it on start')
    .option(
      '--store <memory|url>',
      'record store; mocks with the same redis://host:6379/0 share it',
      'memory',
    )
    .option('--behaviours <file>', 'business rules by operation id, in TypeScript or JavaScript')
}

function addAccessOptions(command: Command): void {
  command
    .optionsGroup('Authentication:')
    .addOption(
      new Option('--auth <mode>', 'reject requests without the credentials the document requires')
        .choices(['off', 'required'])
        .default('off'),
    )
    .addOption(
      new Option(
        '--token <token>',
        `accepted token, API key or password; implies --auth required; repeatable (default: "${defaultToken}")`,
      )
        .argParser(collect)
        .implies({ auth: 'required' }),
    )
    .option('--control-token <token>', 'bearer token for /_mock; also opens it to other machines')
}

const examples = `
Examples:
  $ stablehand mock                              built-in Pet Store on http://127.0.0.1:4010
  $ stablehand mock openapi.yaml --port 8080     your own API
  $ stablehand mock --now 2030-12-06             the day after GET /pets/{petId} is sunset
  $ stablehand mock --state world.json           keep records across restarts
  $ stablehand mock --fail 5% --latency 50..200  unreliable and slow
  $ stablehand mock --rate-limit 100/60s         429 after 100 requests per minute
  $ stablehand mock --scenarios scenarios.ts --scenario 'sold out'
  $ stablehand mock --token s3cret               require 'Authorization: Bearer s3cret'
  $ curl -H 'Prefer: code=404' http://127.0.0.1:4010/pets

A world file has records by resource: { "/pets": [{ "id": 1, "name": "Rex", "categoryId": 1 }] }`

async function mock(document: string | undefined, flags: MockFlags): Promise<void> {
  const [{ createMock }, { startServer }, { createLog }] = await Promise.all([
    import('./index.ts'),
    import('./adapters/server.ts'),
    import('./cli/log.ts'),
  ])
  const log = await createLog(flags.log)
  const load = (): Promise<MockOptions> => mockOptions(document, flags, log)
  const reloadable = await withWorld(flags.world, async () =>
    flags.watch === true ? createReloadableMock(load) : { mock: await createMock(await load()) },
  )
  const served = reloadable.mock
  const { knownProblems } = await import('../spec/problems/known-problems.ts')
  for (const problem of knownProblems(served.document)) log.problem(problem)
  const { url } = await startServer(served, {
    port: flags.port,
    host: flags.host,
    endOnSignals: true,
    ...(log.request && { log: log.request }),
  })
  await log.start(served, url, tokensOf(flags)?.[0])
  if ('reload' in reloadable) await watchFiles(reloadable, document, flags, log)
}

async function createReloadableMock(load: () => Promise<MockOptions>): Promise<Reloadable> {
  const { createReloadable } = await import('./cli/reloadable.ts')
  return createReloadable(load)
}

async function watchFiles(
  reloadable: Reloadable,
  document: string | undefined,
  { behaviours, scenarios }: MockFlags,
  log: Log,
): Promise<void> {
  const isFile = document !== undefined && !/^[a-z][a-z0-9+.-]+:\/\//i.test(document)
  const { watch } = await import('./cli/watch.ts')
  const watched = {
    document: isFile ? document : undefined,
    behaviours: behaviours ?? scenarios,
    ignored: [],
  }
  await watch(reloadable, watched, log)
}

/** The accepted tokens; undefined if none is required. */
function tokensOf({ auth, token = [defaultToken] }: MockFlags): readonly string[] | undefined {
  return auth === 'required' ? token : undefined
}

async function mockOptions(document: string | undefined, flags: MockFlags, log: Log): Promise<MockOptions> {
  return {
    ...(document !== undefined && { document }),
    strict: flags.strict ?? false,
    allowRemoteRefs: flags.allowRemoteRefs ?? false,
    ...(flags.callbacks && { callbacks: { hosts: flags.callbackHosts ?? [] } }),
    seed: flags.seed,
    world: (await loadWorld(flags.world)) as NonNullable<MockOptions['world']>,
    ...(flags.now !== undefined && { now: flags.now }),
    auth: flags.auth,
    ...(flags.token && { tokens: flags.token }),
    cors: flags.cors === 'on',
    journal: flags.journal,
    ...(flags.maxBody !== undefined && { maxBody: flags.maxBody }),
    control: {
      hosts: [flags.host],
      ...(flags.controlToken !== undefined && { token: flags.controlToken }),
    },
    store: flags.store,
    ...(flags.state !== undefined && { state: flags.state }),
    ...(flags.behaviours !== undefined && { behaviours: await loadBehavioursFile(flags.behaviours) }),
    ...(await faultOptions(flags)),
    onWarning: log.warn,
    onError: log.error,
  }
}

async function loadBehavioursFile(path: string): Promise<Behaviours> {
  const { loadBehaviours } = await import('./cli/behaviours-file.ts')
  return loadBehaviours(path)
}
