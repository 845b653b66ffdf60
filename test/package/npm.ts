import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root: string = fileURLToPath(new URL('../..', import.meta.url))

const execute = promisify(execFile)

/** Variables that `npm test` sets for its own scripts and that must not affect another npm process. */
const ours = /^(?:npm_(?:package|lifecycle)_|npm_config_(?:local_)?prefix$|INIT_CWD$|VITEST|NODE_ENV$)/

/** The environment of a plain shell. */
export const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name))),
  NO_COLOR: '1',
}

export interface Ran {
  readonly stdout: string
  readonly stderr: string
}

/** Runs a Node program. Rejects with its output if the exit code is not 0. */
export async function run(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return execute(process.execPath, args, { cwd, env: environment, maxBuffer: 2 ** 26 })
}

/** Runs npm. Rejects like {@link run}. */
export async function npm(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return execute('npm', args, { cwd, env: environment, shell: process.platform === 'win32' })
}

export interface Packed {
  readonly tarball: string
  /** The paths of its files inside the package. */
  readonly files: readonly string[]
}

/** Packs this package into a folder as it would be published. */
export async function pack(folder: string): Promise<Packed> {
  const { stdout } = await npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder)
  const [packed] = JSON.parse(stdout) as readonly {
    readonly filename: string
    readonly files: readonly { readonly path: string }[]
  }[]
  if (!packed) throw new Error(`npm packed nothing: ${stdout}`)
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) }
}
