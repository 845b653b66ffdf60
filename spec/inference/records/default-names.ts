/** "Without any it gets `To do` and `Done`", "If none are sent, the board has …". */
const namesDefaults: RegExp =
  /\b(?:without (?:any|them)|if (?:none|no \w+) (?:is|are) (?:sent|given)|by default),? (?:it|the \w+) (?:gets|has|starts with|is created with) (?<names>["'`].+?["'`])(?=[.;]|$)/i

/** The names of what belongs to a new record for which nothing is sent, by the sentence of its creation that names the property too. */
export function defaultNames(description: string, property: string): readonly string[] {
  const sentence = description
    .split(/\.(?:\s|$)/)
    .find((each) => namesDefaults.test(each) && new RegExp(`\\b${property}\\b`, 'i').test(each))
  const names = namesDefaults.exec(sentence ?? '')?.groups?.['names'] ?? ''
  return [...names.matchAll(/(["'`])(.+?)\1/g)].map(([, , name = '']) => name)
}
