import { singularWordsOf } from './words.ts'

/** The last words of names of dates and times. */
const moments = /^(?:(?<event>\w+(?: \w+)*) (?:on|at|date|day|time)|(?<bare>start|end|begin))$/

/** What an event is called: "arrival" and "arriving" of "arrive", "departure" of "depart", "expiry" of "expire". */
function eventsOf(verb: string): readonly string[] {
  const stem = verb.replace(/e$/, '')
  const nouns = ['al', 'ure', 'y', 'ation', 'ing', `${stem.at(-1) ?? ''}ing`].map((end) => stem + end)
  return [verb, ...nouns].flatMap((noun) => ['', ' date', ' day', ' time'].map((kind) => noun + kind))
}

/** The names by what sentences call them: `arrivesOn` by "arrive on", "arrival" and "arrival date". Leaves out what is ambiguous. */
export function spokenNames(names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string | undefined>()
  for (const name of names) {
    const { event, bare } = moments.exec(singularWordsOf(name))?.groups ?? {}
    const verb = event ?? bare
    for (const phrase of verb === undefined ? [] : eventsOf(verb))
      found.set(phrase, found.has(phrase) ? undefined : name)
  }
  for (const name of names) found.set(singularWordsOf(name), name)
  return new Map(
    [...found].flatMap(([phrase, name]) => (name === undefined ? [] : [[phrase, name] as const])),
  )
}
