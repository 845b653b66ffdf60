import { describeService } from './service-suite.ts'

describeService('Library')
