import type { Command } from 'commander'

interface InitFlags {
  readonly out: string
  readonly force?: boolean
}

/** Adds `stablehand init`. */
export function registerInit(program: Command): void {
  program
    .command('init')
    .summary('write a configuration and typed stubs of behaviours')
    .description(
      'Writes what a project begins with: a configuration, behaviours, and the types of the document.',
    )
    .argument('[document]', 'OpenAPI 3.x document: a file or URL (default: the embedded Pet Store)')
    .option('--out <folder>', 'where the files go', '.')
    .option('--force', 'write over files that are there')
    .addHelpText('after', examples)
    .action(init)
}

const examples = `
Examples:
  $ stablehand init openapi.yaml
  $ stablehand init openapi.yaml --out test/mock
  $ stablehand mock openapi.yaml --behaviours behaviours.ts --watch`

async function init(document: string | undefined, { out, force = false }: InitFlags): Promise<void> {
  const { writeProject } = await import('./init.ts')
  const { files, untyped } = await writeProject({
    ...(document !== undefined && { document }),
    folder: out,
    force,
  })
  for (const file of files) process.stdout.write(`wrote ${file}\n`)
  if (untyped !== undefined) process.stdout.write(`\nFor the types of the document, run:\n  ${untyped}\n`)
  const named = document === undefined ? '' : `${document} `
  const behaviours = files.find((file) => file.endsWith('behaviours.ts')) ?? ''
  process.stdout.write(`\nServe it:\n  stablehand mock ${named}--behaviours ${behaviours} --watch\n`)
}
