import { memo } from './memo.ts'

/** Works something out once for each name: documents use the same few thousand over and over. */
export const perName = <T>(work: (name: string) => T): ((name: string) => T) => memo(work, 10_000)
