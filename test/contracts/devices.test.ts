import { describeService } from './service-suite.ts'

describeService('Devices')
