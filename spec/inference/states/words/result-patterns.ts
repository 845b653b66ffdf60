import { indexesIn, moving, state, stateNoun } from './clause-patterns.ts'

/** The index of the state that an operation leads to: "Status is `requested`", "Mark as paid", "It becomes `open`". */
export const resultIn = (clause: string, noun: string): readonly number[] => stateIn(clause, results(noun))

/** The index of the state in which an operation creates a record: "New issues are `open`", "The issue starts as `draft`". */
export const beginningIn = (clause: string, noun: string): readonly number[] =>
  stateIn(clause, [...results(noun), ...beginnings(noun)])

/** The index of the state that the description of a property says records begin in: "Starts as `open`", "`open` at first". */
export const initialIn = (clause: string, noun: string): readonly number[] =>
  stateIn(clause, [
    `(?:initially|at first,?|(?:(?:always )?(?:starts|begins)|is created) (?:out )?(?:as|in|with|at)) ${into}${one}`,
    `(?:it is )?${one} (?:when|once|as soon as) (?:it is |the ${noun} is |first )?created`,
    `(?:it is )?${one} (?:initially|at first|(?:on|at|upon|after) creation|(?:for|in) (?:an? )?new ${noun})`,
    ...beginnings(noun),
  ])

/** The index of the state in the description of what was created: "The reservation; it is `pending` until it is confirmed". */
export const createdIn = (clause: string, noun: string): readonly number[] =>
  stateIn(clause, [
    `(?:it|the (?:new )?${noun}) is (?:now |still )?${one}(?: until .*)?`,
    `the (?:new )?${noun},? (?:now |still )?(?:in state |as )?${one}`,
  ])

const one = `(?<states>${state})(?: ${stateNoun})?`
const into = `(?:(?:the|an?) )?(?:\`?${stateNoun}\`? )?(?:of |set to )?`

const results = (noun: string): readonly string[] => [
  `(?:(?:the|its) )?(?:${noun}(?:'s)? )?${stateNoun} (?:is|becomes|is set to|changes to|will be)(?: then| now)? ${one}`,
  `(?:it|they|(?:(?:the|an?) )?(?:new )?(?:${state} )?${noun}|(?:the|an?) ${state}) (?:(?:will )?becomes?|is then|is now) ${into}${one}(?: again)?`,
  `(?:it|they|(?:the|an?) (?:${state} )?${noun}) (?:will )?(?:enters?|assumes?|takes? on|ends? up in|(?:goe?s?|moves?|passe?s?) (?:in)?to) ${into}${one}`,
  `(?:it|they|(?:the|an?) ${noun}) (?:is|are) (?:then |now )?${into}${one} (?:again|from (?:then|now) on|afterwards?|after that)`,
  `.*\\b(?:an?|the) (?:${state} )?${noun},? (?:which|that) (?:then )?becomes ${into}${one}`,
  `(?:from )?(?:${state}(?:,? (?:or )?)?)+ (?:→|-{1,2}>|=>) ${one}`,
  `makes? (?:it|(?:an? |the )?(?:${state} )?${noun}) ${into}${one}(?: again)?`,
  `${moving(noun)} from (?:${state}(?:,? (?:or )?)?)+ (?:to|into) ${one}`,
  `(?:marks?|sets?|puts?|moves?|changes?|transitions?|returns?|restores?|reverts?)(?: (?:it|(?:an?|the|this) (?:${state} )?${noun}))?(?: (?:its |the )?\`?${stateNoun}\`?)?(?: back)? (?:as|to|into) ${into}${one}`,
]

const anyNew = '(?:(?:an?|the|all|any|each|every) )?(?:(?:newly|freshly|just)[ -])?(?:(?:new|created) )?'
const creates = '(?:creates?|adds?|registers?|opens?|submits?|reports?|starts?|places?)'

const beginnings = (noun: string): readonly string[] => [
  `(?:the )?\\w+ (?:that|which) (?:you|the (?:current user|caller)) (?:sends?|posts?|writes?|creates?) (?:counts?|are (?:marked|treated)) as ${one}`,
  `(?:it|they|${anyNew}${noun}) (?:is|are) (?:always )?created(?: (?:in|with|as))? ${into}${one}`,
  `(?:(?:it|they|${anyNew}${noun}) )?(?:starts?|begins?)(?: out| off| life)? (?:in|with|as|at) ${into}${one}`,
  `${creates} (?:(?:an?|the) )?(?:new )?${noun} (?:as|in|with) ${into}${one}`,
  `${creates} (?:(?:an?|the) )?(?:new )?${noun},? which is (?:then|initially|at first) ${one}`,
  `${creates} (?:an?|the) (?:new )?${one}`,
  `${creates} (?:(?:an?|the) )?(?:new )?${noun} \\((?:initially|at first) ${one}\\)`,
  `${anyNew}(?<=new |created )${noun} (?:is|are|has|have|gets?)(?: always| initially| at first)? ${into}${one}(?: until .*)?`,
  // Without quotes, "creates a paid order" may be about any order.
  `${creates} (?:an?|the) (?:new )?(?<states>⟦\\d+⟧) ${noun}(?: (?!.*[⟦⟨])(?!.*\\b(?:if|when|while|unless|or)\\b).*)?`,
  `(?:the )?(?:initial|first|starting) ${stateNoun} (?:of (?:an? |the )?(?:new )?${noun} )?is ${one}`,
  `(?:(?:the|its) )?${stateNoun} (?:starts|begins) (?:out )?(?:as|at|in|with) ${one}`,
]

/** The index of the state in a clause that matches one of the patterns as a whole, so that no condition is missed. */
function stateIn(clause: string, patterns: readonly string[]): readonly number[] {
  // A second effect may follow if it names no other state and no condition, or what goes with the first one.
  const always = String.raw`(?!.*\b(?:if|when|while|unless|until|once|after|otherwise|else)\b)`
  const more = String.raw`(?:(?:,? and|,) ${always}(?:(?!.*[⟦⟨])|with ).*)?`
  return patterns
    .flatMap(
      (pattern) =>
        new RegExp(`^${pattern}(?: \\(4\\d\\d[^)]*\\))?${more}$`, 'u').exec(clause)?.groups?.['states'] ?? [],
    )
    .flatMap(indexesIn)
}
