import { Option, type Command } from 'commander'
import { worldNames } from '../world-name.ts'
import { worldNamed } from '../cli/world-file.ts'

interface Flags {
  readonly out: string
  readonly seed: string
  readonly world: string
  readonly now?: string
}

/** Adds `stablehand export demo`. */
export function registerExport(program: Command): void {
  program
    .command('export')
    .summary('write a demo that needs no server')
    .description('Writes what runs elsewhere.')
    .command('demo')
    .description(
      'Writes a page that holds the mock, for any static host: a service worker answers its requests.',
    )
    .argument('[document]', 'OpenAPI 3.x document: a file or URL (default: the embedded Pet Store)')
    .addOption(new Option('-o, --out <folder>', 'folder to write to').makeOptionMandatory())
    .option('--seed <seed>', 'fixes all generated data', '1')
    .option('--world <name|file>', `records to begin with: ${worldNames.join(', ')}, or a JSON file`, 'demo')
    .option('--now <date>', 'where the clock stands: 2030-12-06 or 2030-12-06T10:00:00Z')
    .addHelpText('after', examples)
    .action(exportTo)
}

const examples = `
Examples:
  $ stablehand export demo --out public              the embedded Pet Store
  $ stablehand export demo openapi.yaml --out public
  $ npx serve public

Service workers run on https and on localhost only. The page compiles validators: a Content-Security-Policy
must allow 'unsafe-eval'.`

async function exportTo(document: string | undefined, { out, seed, world, now }: Flags): Promise<void> {
  const { exportDemo } = await import('./export.ts')
  await exportDemo({
    out,
    seed,
    world: await worldNamed(world),
    ...(document !== undefined && { document }),
    ...(now !== undefined && { now }),
  })
  process.stdout.write(`${out} is a demo that any static host can serve.\n`)
}
