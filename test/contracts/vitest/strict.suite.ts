import { contractTests } from '../../../contracts/vitest.ts'
import { serveThings, things } from './things.ts'

contractTests(serveThings, things, { phases: ['lifecycle'], failOn: 'warning', include: ['getOld'] })
