import { perName } from '../../../spec/util/memo.ts'

/** Whether a property of this name is there for what has failed: `errors`, `error message`, `failure reason`. */
export const tellsOfErrors: (words: string) => boolean = perName((words) =>
  /^(?:has )?(?:last |latest )?(?:errors?|failures?|exceptions?|faults?)(?: (?:code|message|reason|description|detail|type|text|info)s?)?$/.test(
    words,
  ),
)
