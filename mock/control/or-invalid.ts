import type { Issue } from '../../spec/validate.ts'
import { refuse, type Outcome, type Refused } from '../behaviour.ts'
import { MockOptionError } from '../option-error.ts'

/** Runs a control operation. A MockOptionError becomes a 422 with all its lines as details. */
export async function orInvalid(code: string, work: () => Promise<Outcome> | Outcome): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MockOptionError) return invalid(code, error.message)
    throw error
  }
}

function invalid(code: string, message: string): Refused {
  const [first = '', ...more] = message.split('\n')
  const details = more.length === 0 ? [] : [first, ...more].map(issue)
  return refuse(422, code, more.length === 0 ? first : `${first} (and ${more.length} more)`, { details })
}

const issue = (message: string): Issue => ({ in: 'body', path: '', keyword: 'steering', message, schema: '' })
