import type { Issue } from '../../spec/validate.ts'
import { refuse, type Outcome, type Refused } from '../behaviour.ts'
import { MockOptionError } from '../engine/options/option-error.ts'

/** What the work comes to; 422 with all that is wrong where the mock cannot be steered like that. */
export async function steered(code: string, work: () => Promise<Outcome> | Outcome): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MockOptionError) return unusable(code, error.message)
    throw error
  }
}

function unusable(code: string, message: string): Refused {
  const [first = '', ...more] = message.split('\n')
  const details = more.length === 0 ? [] : [first, ...more].map(issue)
  return refuse(422, code, more.length === 0 ? first : `${first} And more.`, { details })
}

const issue = (message: string): Issue => ({ in: 'body', path: '', keyword: 'steering', message, schema: '' })
