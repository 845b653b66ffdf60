/** The worlds that are made for any document. */
export const worldNames = ['demo', 'empty', 'large'] as const

/** `empty`: no records. `demo`: some of everything. `large`: thousands in each top collection. */
export type WorldName = (typeof worldNames)[number]
