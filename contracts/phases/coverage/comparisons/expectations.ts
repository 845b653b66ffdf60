import { isSuccess } from '../../../answer.ts'
import { duplicateKeys } from '../../../checks/duplicate-keys.ts'
import { headAgrees } from '../../../checks/head-agrees.ts'
import { invalidRefused } from '../../../checks/invalid-refused.ts'
import { unauthorized } from '../../../checks/unauthorized.ts'
import { validAccepted } from '../../../checks/valid-accepted.ts'
import type { Context } from '../../../context.ts'
import type { Answer } from '../../../interaction.ts'
import type { Trial } from './trials.ts'

/** How operations should treat a trial, and how an operation that deviates is reported. */
export interface Expectation {
  /** Undefined if the answer is inconclusive. */
  complies(answer: Answer): boolean | undefined
  /** `others` lists the operations that comply. */
  report(context: Context, trial: Trial, answer: Answer, others: string): void
  /** Whether an operation deviates although none complies, shown by another request. */
  isGuarded?(context: Context, answer: Answer): Promise<boolean>
}

const refusals = new Set([400, 413, 415, 422])

/** Whether the request was refused as invalid; undefined for other failures. */
export const isRefused = ({ status }: Answer): boolean | undefined =>
  refusals.has(status) ? true : isSuccess(status) ? false : undefined

/** Expects the trial, described by `title`, to be refused. */
export const refuses = (title: string): Expectation => ({
  complies: isRefused,
  report(context, { cause, pointer }, answer, others) {
    const evidence = {
      answer,
      cause,
      title: `${title}, which ${others} refuses`,
      says: title,
      forbiddenBy: pointer,
      severity: 'error',
    } as const
    context.judge(invalidRefused, evidence, { answer })
  },
})

export const refusesDuplicateName: Expectation = {
  complies: isRefused,
  report(context, _, answer, others) {
    context.judge(duplicateKeys, { answer, refusedBy: others }, { answer })
  },
}

export const acceptsUnknownProperty: Expectation = {
  complies: (answer) => (isSuccess(answer.status) ? true : refusals.has(answer.status) ? false : undefined),
  report(context, { cause, pointer }, answer, others) {
    const title = `an unknown property, which the schema allows and ${others} accepts`
    context.judge(validAccepted, { answer, cause, title, allowedBy: pointer }, { answer })
  },
}

const isDenied = ({ status }: Answer): boolean => status === 401 || status === 403

export const refusesAnyToken: Expectation = {
  complies: (answer) => (isDenied(answer) ? true : isSuccess(answer.status) ? false : undefined),
  isGuarded: async (context, { draft }) =>
    isDenied(await context.send(draft, 'probe', { credentials: 'withheld', foreign: true })),
  report(context, _, answer) {
    context.judge(unauthorized, { ...answer, credentials: 'withheld' }, { answer })
  },
}

/** The statuses of a HEAD that is not supported, although GET is accepted: some frameworks have no route for it. */
const unsupported = new Set([404, 405, 501])

export const supportsHead: Expectation = {
  complies: ({ status }) => (isSuccess(status) ? true : unsupported.has(status) ? false : undefined),
  report(context, _, answer, others) {
    context.judge(headAgrees, { get: answer, head: answer, others }, { answer })
  },
}
