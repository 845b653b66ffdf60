/** "Without any it gets `To do` and `Done`", "If none are sent, the board has …". */
const namesDefaults: RegExp =
  /\b(?:without (?:any|them)|if (?:none|no \w+) (?:is|are) (?:sent|given)|by default),? (?:it|the \w+) (?:gets|has|starts with|is created with) (?<names>["'`].+?["'`])(?=[.;]|$)/i

/** The names of what belongs to a new record for which nothing is sent, by the sentence of its creation that names the property too. */
export function defaultNames(description: string, property: string): readonly string[] {
  const sentences = description.split(/\.(?:\s|$)/)
  const sentence = sentences.find(
    (each) => namesDefaults.test(each) && new RegExp(`\\b${property}\\b`, 'i').test(each),
  )
  const names = namesDefaults.exec(sentence ?? '')?.groups?.['names'] ?? ''
  const quoted = [...names.matchAll(/(["'`])(.+?)\1/g)].map(([, , name = '']) => name)
  return quoted.length > 0 ? quoted : sentences.flatMap((each) => namesCreated(each, property))
}

/** "Columns named To do, Doing and Done are created with it", "It starts with the columns To do and Done". */
function namesCreated(sentence: string, property: string): readonly string[] {
  const created = new RegExp(
    `\\b${property},? (?:named|called) (?<named>.+?) (?:are|is) (?:automatically )?(?:created|added)\\b` +
      `|\\b(?:starts|begins|comes|created|initiali[sz]ed) with (?:\\w+ ){0,3}${property}:? (?:named |called )?(?<given>.+?)(?=,? (?:unless|if|when)\\b|$)`,
    'i',
  )
  const { named, given = '' } = created.exec(sentence)?.groups ?? {}
  const names = (named ?? given)
    .split(/,\s*(?:and\s+)?|\s+and\s+/)
    .map((name) => name.replaceAll(/^["'`]|["'`]$/g, ''))
  return names.every((name) => /^\p{Lu}\S*(?: \S+){0,2}$/u.test(name)) ? names : []
}
