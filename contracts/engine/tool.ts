import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('stablehand/package.json') as { version: string }

/** Name and version of this tool, as reports show them. */
export const tool: { readonly tool: string; readonly version: string } = { tool: 'stablehand', version }
