import { describeService } from './describe-service.ts'

describeService('Devices')
