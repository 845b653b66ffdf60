/** Whether `Accept` allows the media type; the most specific range decides (RFC 9110 §12.5.1). */
export function accepts(field: string | undefined, type: string): boolean {
  const [wildcard, group] = ['*/*', `${type.split('/')[0]}/*`]
  if (field === undefined || field.trim() === '') return true
  const ranges = field.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
  for (const pattern of [type, group, wildcard]) {
    const range = ranges.find(([name]) => name === pattern)
    if (range) return !range.some((part) => /^q=0(?:\.0*)?$/.test(part))
  }
  return false
}

/** Whether a list of entity tags contains this one, or is `*` (RFC 9110 §8.8.3.2). Weak tags never match strongly. */
export function matchesTag(field: string, tag: string, comparison: 'strong' | 'weak'): boolean {
  if (field.trim() === '*') return true
  const listed = field.match(/(?:W\/)?"[^"]*"/g) ?? []
  return listed.some(
    (listedTag) => (comparison === 'weak' ? listedTag.replace(/^W\//, '') : listedTag) === tag,
  )
}
