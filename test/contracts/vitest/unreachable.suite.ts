import { contractTests } from '../../../contracts/vitest.ts'
import { things } from './things.ts'

contractTests('http://127.0.0.1:1', things, { phases: ['examples'] })
