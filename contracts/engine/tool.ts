import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('stablehand/package.json') as { version: string }

/** Name and version as reports give them. */
export const tool: { readonly tool: string; readonly version: string } = { tool: 'stablehand', version }
