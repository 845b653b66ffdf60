import type { Operation } from '../../../document.ts'
import { wordsOf } from '../../prose/words.ts'

/** The summary and the description of an operation as one text; the summary is a sentence of its own. */
export const textOf = ({ summary = '', description = '' }: Operation): string =>
  `${summary.replace(/\.?\s*$/, '')}.\n\n${description}`

/** {@link clausesIn} the {@link textOf} an operation. */
export const clausesOf = (operation: Operation, states: readonly string[]): readonly string[] =>
  clausesIn(textOf(operation), states)

/**
 * The clauses of a text in lower case, with the names of states replaced by their indexes: `⟦2⟧` for a name in quotes, `⟨2⟩` for
 * one without, unless it says by itself that it is about the present: `in_review`, `on_hold`. "Must be" becomes the one word
 * `must_be`: what follows is a state, whereas "can be published" is about an action.
 */
export function clausesIn(text: string, states: readonly string[]): readonly string[] {
  let marked = eachCondition(text.toLowerCase())
    .replaceAll(/\bmust (?:(?:still )?be|exist(?: \(4\d\d\))? and be)\b/g, 'must_be')
    .replaceAll(
      /\bbe (\w+ed) (out|in|off|back|up|down)(?= (?:again|any|once|if|when|while)\b| \(|[.,;]|$)/gm,
      'be $1$2',
    )
  const names = states
    .map((state, index) => ({ words: wordsOf(state), index: String(index) }))
    .filter(({ words }) => /\p{L}/u.test(words.join('')))
  // Longer names first: `in_progress_late` contains `in_progress`.
  for (const { words, index } of names.toSorted((a, b) => b.words.length - a.words.length)) {
    // A draft is a record as well as its state.
    const plural = words.at(-1) === 'draft' ? 's?' : ''
    const own = words.join(String.raw`[\s_-]*`) + plural
    const spelt = `(?:${[own, ...otherNamesOf(words)].join('|')})`
    marked = marked
      .replaceAll(
        new RegExp(String.raw`([\x60"'_]|\*{1,2})${spelt}\1|“${spelt}”|‘${spelt}’`, 'gu'),
        `⟦${index}⟧`,
      )
      .replaceAll(
        // Not after `be`: an order that "can be paid" is not in the state `paid`.
        new RegExp(String.raw`(?<![\p{L}\p{N}_\x60"'⟦⟨-]|\bbe )${spelt}(?![\p{L}\p{N}_\x60"'-])`, 'gu'),
        /^(?:in|on|under)$/.test(words[0] ?? '') ? `⟦${index}⟧` : `⟨${index}⟩`,
      )
  }
  return marked
    .split(/[.;!](?=\s|$)|\n\s*(?:\n|[-*] )/)
    .map((clause) => clause.replaceAll(/\s+/g, ' ').trim().replace(occasion, ''))
    .filter((clause) => clause !== '')
}

/** "The guest has arrived: …" before what an operation does then. */
const occasion =
  /^(?:the|an?|it|they) [^:⟦⟨]*(?<!\b(?:if|when|unless|only|state|status|one of)\b[^:]*): (?=[^:]*[⟦⟨])/

/** Each condition of a refusal as a sentence of its own: "409 if it is used, or while it is void", "Only …: 409 if it is void". */
const eachCondition = (text: string): string =>
  text
    .replaceAll(/[,:]\s+(?:or\s+)?(?=4\d\d (?:if|when|while|unless)\b)/g, '. ')
    .replaceAll(
      /\b(4\d\d (?:if|when) )([^.;:⟦⟨]+?),? or (?:(?:if|when|while) |(?=(?:the|this) \w+ is not ))/g,
      '$1$2. $1',
    )

/** Places that stand for states: a card in the trash is `trashed`, and what is on sale is `published`. */
const places: Readonly<Record<string, readonly string[]>> = {
  trashed: ['in the (?:trash|bin)'],
  archived: ['in the archive'],
  published: ['on sale'],
}

/** Other names of a state: what is `pending_approval` waits for approval. */
const otherNamesOf = ([first = '', ...others]: readonly string[]): readonly string[] =>
  /^(?:pending|awaiting)$/.test(first) && others.length > 0
    ? [`(?:waiting for|awaiting|pending) ${others.join(' ')}`]
    : (places[[first, ...others].join(' ')] ?? [])

/** Whether a clause names a state. */
export const namesState = (clause: string): boolean => /[⟦⟨]/.test(clause)
