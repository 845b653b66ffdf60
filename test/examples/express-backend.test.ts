import { contractTests } from 'stablehand/vitest'
import { createBackend } from './backend.ts'

// Runs one test for each operation of the document in this process, without a port or a server to start.
contractTests(createBackend(), new URL('openapi.yaml', import.meta.url))
