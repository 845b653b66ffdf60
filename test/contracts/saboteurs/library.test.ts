import { describeService } from './describe-service.ts'

describeService('Library')
