import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { npm, pack, root, run, type Packed } from './npm.ts'

/** A project with this package installed. */
export interface Project extends Packed {
  readonly folder: string
  /** Writes a file of the project and returns its path. */
  write(name: string, text: string): Promise<string>
  remove(): Promise<void>
}

const install = [
  'install',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  // Without a network, npm would otherwise retry for each package.
  '--fetch-retries=0',
]

/** Development packages the project also has. */
const besides = ['node_modules/vitest', 'node_modules/@types/node']

/** Packs this package and installs it into an empty folder. */
export async function createProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'stablehand-project-'))
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  await write('package.json', JSON.stringify({ private: true, type: 'module' }))
  const packed = await pack(folder)
  await npm(folder, ...install, packed.tarball).catch(async (error: unknown) => {
    if (!isOffline(error)) throw error
    await installFromHere(folder, packed)
  })
  for (const name of besides) await link(folder, name)
  return { ...packed, folder, write, remove: () => rm(folder, { recursive: true }) }
}

/** Whether npm failed because there is no network. */
const isOffline = (error: unknown): boolean =>
  /code (?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTCACHED|ERR_SOCKET_TIMEOUT)/.test(
    (error as { readonly stderr?: string }).stderr ?? '',
  )

/** Installs without npm, by linking the production packages installed here. */
async function installFromHere(folder: string, { files }: Packed): Promise<void> {
  const target = join(folder, 'node_modules/stablehand')
  for (const file of files) await cp(join(root, file), join(target, file))
  await mkdir(join(folder, 'node_modules/.bin'))
  await symlink('../stablehand/dist/cli.js', join(folder, 'node_modules/.bin/stablehand'))
  const { stdout } = await run(root, '.ci/licences.mjs', '--json')
  const packages = JSON.parse(stdout) as readonly { readonly folder: string }[]
  // Nested packages come with the package that contains them.
  const outermost = packages.filter((candidate) =>
    /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(candidate.folder),
  )
  for (const entry of outermost) await link(folder, entry.folder)
}

async function link(folder: string, name: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await symlink(join(root, name), join(folder, name), 'junction')
}
