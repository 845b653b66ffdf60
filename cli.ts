#!/usr/bin/env node
import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'

/** Errors in the user's input. All others are bugs. */
const userErrors: ReadonlySet<string> = new Set([
  'SpecError',
  'MockOptionError',
  'ListenError',
  'ProxyError',
  'ConfigError',
  'SecondOpinionError',
])

/** Exit code for a usage error or an unusable document. */
const usageError = 2

/** What is an argument here, by the options that it is given with elsewhere. */
const argumentOf: ReadonlyMap<string, string> = new Map([
  ...['--document', '--spec', '--schema', '--openapi'].map((option) => [option, 'document'] as const),
  ...['--url', '--base-url', '--target'].map((option) => [option, 'URL'] as const),
])

const { version } = createRequire(import.meta.url)('stablehand/package.json') as { version: string }

const program = new Command('stablehand')
  .description('A stateful stand-in for your API, and the contract test that keeps the real one honest.')
  .showHelpAfterError('(use --help for usage)')
  .configureOutput({ outputError: (message, write) => write(message + argumentHint(message)) })
  .addHelpText(
    'after',
    `
Run 'stablehand <command> --help' for the options of a command.

Exit codes: 0 success, 1 contract violated, 2 usage error or unusable document, 3 target not reachable.`,
  )
  .helpOption('-h, --help', 'show this help')
  .version(version, '-V, --version', 'print the version')
  .helpCommand('help [command]', 'show the help of a command')
  .exitOverride()

/** Settles when the command has finished, or, for a server, when it is listening. */
export const done: Promise<void> = run()

async function run(): Promise<void> {
  // `stablehand … | head` closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  // Loading both sides takes a while, so only the one the command needs is loaded. Help lists the commands of both.
  const [, , command] = process.argv
  if (!['check', 'proxy'].includes(command ?? '')) {
    const [
      { registerMock },
      { registerInspect },
      { registerInit },
      { registerCoverage },
      { registerExport },
    ] = await Promise.all([
      import('./mock/cli.ts'),
      import('./mock/cli/inspect-command.ts'),
      import('./mock/cli/init-command.ts'),
      import('./mock/coverage/cli.ts'),
      import('./mock/demo/cli.ts'),
    ])
    registerMock(program)
    registerInspect(program)
    registerInit(program)
    registerCoverage(program)
    registerExport(program)
  }
  if (!['mock', 'inspect', 'init', 'coverage', 'export'].includes(command ?? '')) {
    const [{ registerCheck }, { registerProxy }] = await Promise.all([
      import('./contracts/cli.ts'),
      import('./contracts/proxy-cli.ts'),
    ])
    registerCheck(program)
    registerProxy(program)
  }

  try {
    await program.parseAsync()
  } catch (error) {
    process.exitCode = report(error)
  }
}

/** Tells where the value of an unknown option belongs, if it is an argument. */
function argumentHint(message: string): string {
  const argument = argumentOf.get(/^error: unknown option '(.+)'/.exec(message)?.[1]?.split('=')[0] ?? '')
  return argument === undefined ? '' : `(The ${argument} is an argument, without an option before it.)\n`
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError
  if (error instanceof Error && userErrors.has(error.name)) process.stderr.write(`error: ${error.message}\n`)
  else
    process.stderr.write(
      `error: this is a bug in stablehand, please report it:\n${error instanceof Error ? error.stack : String(error)}\n`,
    )
  return usageError
}
