import { Option, type Command } from 'commander'
import { documentArgument, nowOption, seedOption, worldOption } from '../cli/shared-options.ts'
import { loadWorld, withWorld } from '../cli/world-file.ts'

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
    .summary('export the mock as a static web page')
    .description('Export the mock.')
    .command('demo')
    .summary('a web page with the mock in a service worker')
    .description('Export a web page that runs the mock in a service worker. Any static host can serve it.')
    .addArgument(documentArgument())
    .addOption(new Option('-o, --out <folder>', 'folder to write to').makeOptionMandatory())
    .addOption(seedOption())
    .addOption(worldOption())
    .addOption(nowOption())
    .addHelpText('after', examples)
    .action(exportTo)
}

const examples = `
Examples:
  $ stablehand export demo --out public              the built-in Pet Store
  $ stablehand export demo openapi.yaml --out public
  $ npx serve public

Service workers require HTTPS or localhost. A Content-Security-Policy must allow 'unsafe-eval', because
validators are compiled in the page.`

async function exportTo(document: string | undefined, { out, seed, world, now }: Flags): Promise<void> {
  const { exportDemo } = await import('./export.ts')
  await withWorld(world, async () =>
    exportDemo({
      out,
      seed,
      world: await loadWorld(world),
      ...(document !== undefined && { document }),
      ...(now !== undefined && { now }),
    }),
  )
  process.stdout.write(`Wrote the demo to ${out}. Try it: npx serve ${out}\n`)
}
