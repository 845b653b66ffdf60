/** The nouns that a verb may have: `rejection`, `cancellation`, `termination`, `approval`. */
export const nounsOf = (verb: string): readonly string[] => {
  const stem = verb.replace(/[ey]$/, '')
  return ['ation', 'lation', 'ion', 'sion', 'al', 'ial', 'ment'].map((ending) => `${stem}${ending}`)
}
