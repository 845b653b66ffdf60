#!/usr/bin/env node
import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'

/** Errors that tell the user what to change; the rest are defects of ours. */
const expected: ReadonlySet<string> = new Set([
  'SpecError',
  'MockOptionError',
  'ListenError',
  'ProxyError',
  'ConfigError',
  'SecondOpinionError',
])

/** Wrong usage or an unusable document. */
const unusable = 2

const program = new Command('stablehand')
  .description('A stateful stand-in for your API, and the contract test that keeps the real one honest.')
  .version((createRequire(import.meta.url)('stablehand/package.json') as { version: string }).version)
  .showHelpAfterError('(--help shows what there is)')
  .addHelpText(
    'after',
    `
Exit codes: 0 all well, 1 the contract is broken, 2 wrong usage or unusable document, 3 target not reachable.`,
  )
  .exitOverride()

/** Settles when the command has done its work, or for a server when it listens. */
export const done: Promise<void> = run()

async function run(): Promise<void> {
  // Who reads no further, as `head` does, has read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  // Each side takes a while to load: only what the command is about is, and both where all commands are told.
  const [, , command] = process.argv
  if (!['check', 'proxy'].includes(command ?? '')) {
    const [{ registerInspect, registerMock }, { registerInit }, { registerCoverage }, { registerExport }] =
      await Promise.all([
        import('./mock/cli.ts'),
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

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : unusable
  if (error instanceof Error && expected.has(error.name)) process.stderr.write(`error: ${error.message}\n`)
  else
    process.stderr.write(
      `error: a defect of stablehand:\n${error instanceof Error ? error.stack : String(error)}\n`,
    )
  return unusable
}
