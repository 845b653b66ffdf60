import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Name and version as reports give them. */
export const tool: { readonly tool: string; readonly version: string } = { tool: 'stablehand', version: versionOfPackage() }

/** The package stands one folder above the sources and two above what is built of them. */
function versionOfPackage(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const found = JSON.parse(readFileSync(fileURLToPath(new URL(place, import.meta.url)), 'utf8')) as { name?: string; version?: string }
      if (found.name === 'stablehand' && found.version !== undefined) return found.version
    } catch {
      continue
    }
  }
  return '0.0.0'
}
