import type { Command } from 'commander'
import { documentArgument } from './shared-options.ts'

interface InitFlags {
  readonly out: string
  readonly force?: boolean
}

/** Adds `stablehand init`. */
export function registerInit(program: Command): void {
  program
    .command('init')
    .summary('create a config file and typed behaviours')
    .description(
      "Create stablehand.config.ts, behaviours.ts with a stub for each operation that changes data, and the document's types, api.d.ts.",
    )
    .addArgument(documentArgument())
    .option('-o, --out <folder>', 'folder to write to', '.')
    .option('--force', 'overwrite existing files')
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
  const { files, typesCommand } = await writeProject({
    ...(document !== undefined && { document }),
    folder: out,
    force,
  })
  for (const file of files) process.stdout.write(`created ${file}\n`)
  if (typesCommand !== undefined)
    process.stdout.write(`\nTo generate the document's types, run:\n  ${typesCommand}\n`)
  const source = document === undefined ? '' : `${document} `
  const behaviours = files.find((file) => file.endsWith('behaviours.ts')) ?? ''
  process.stdout.write(
    `\nTo start the mock, run:\n  stablehand mock ${source}--behaviours ${behaviours} --watch\n`,
  )
}
