import { perName } from '../../../spec/util/memo.ts'

/** The probability that a flag of this name is true. */
export const likelihoodOf: (words: string) => number = perName((words) => {
  if (
    /\b(?:delet|archiv|hidden|disabl|block|bann|deprecat|suspend|expir|cancel|lock|protect|error|fail|spam|test|draft|truncat)/.test(
      words,
    )
  )
    return 0.1
  if (
    /\b(?:activ|enabl|availab|verif|valid|visib|public|publish|success|ok|confirm|in stock|open|online)/.test(
      words,
    )
  )
    return 0.85
  return 0.5
})
