import type { Handler } from '../../document-service/call.ts'
import { reply } from '../../shared/exchange.ts'
import { noSuch } from './errors.ts'
import type { State } from './state.ts'

export const jobs: Readonly<Record<string, Handler<State>>> = {
  getJob({ path: { jobId = '' } }, { state }) {
    const job = state.jobs.get(jobId)
    return job ? reply(200, job) : noSuch('job', jobId)
  },
}
