import { contractTests } from 'stablehand/vitest'
import { createBackend } from './backend.ts'

// One test for each operation of the document, in this process: no port, nothing to start, nothing to wait for.
contractTests(createBackend(), new URL('openapi.yaml', import.meta.url))
