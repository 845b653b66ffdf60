import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Creates a temporary folder with these files; returns its path and a function that removes it. */
export async function folderOf(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const path = await mkdtemp(join(await realpath(tmpdir()), 'stablehand-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text)
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
