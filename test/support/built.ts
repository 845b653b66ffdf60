import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Tests start the command as users get it, built anew where a source has changed since. */
export function setup(): void {
  const prepare = fileURLToPath(new URL('../../.ci/prepare.mjs', import.meta.url))
  execFileSync(process.execPath, [prepare, 'build'], { stdio: 'inherit' })
}
