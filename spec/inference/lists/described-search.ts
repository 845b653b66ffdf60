import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { anyCase } from '../constraints/letter-case.ts'
import { normalizedSentences, parameterDescription, sentencesOf } from '../prose/sentences.ts'
import { anyOfWords, normalizeName, singularWordsOf } from '../prose/words.ts'

/** A query parameter that searches for a text in certain properties of a list's items. */
export interface DescribedSearch {
  readonly parameter: Parameter
  /** The properties that are searched: `title`, `summary`. */
  readonly properties: readonly string[]
  readonly ignoresCase: boolean
  /** Whether any part of the properties is found, rather than words. */
  readonly findsParts: boolean
  /** Whether nothing but the beginnings of the properties is found. */
  readonly findsBeginnings: boolean
  /** Whether only the whole properties are sure to be found: "Search by title" leaves open which parts are. */
  readonly findsWhole: boolean
}

/** What the sentence begins with; the whole sentence has to match, because anything more may restrict the search. */
const beginnings = [
  '(?:(?:full|free)[- ]?text |text |substring )?search(?:es)? (?:(?:in|over|across|within) |(?:(?:for )?\\w+ )?(?<whole>by) )?',
  '(?:look|search)(?:e?s)? for (?:(?:the|a|this) )?(?:given )?(?:text|term|words?|string) (?:in|within) ',
  '(?:(?:matche|find)s )?(?:(?<start>(?:the )?(?:beginnings?|prefix) of )|(?<part>(?:a )?(?:part|substring|fragment) of |(?:text|words?) contained in ))',
  '(?:the )?(?:(?<text>text|substring)|(?:search )?(?:words?|terms?)) in ',
]
const ofCase =
  'case[- ]insensitive(?:ly)?|(?:ignoring|whatever) (?:the )?(?:letter )?case|regardless of (?:the )?(?:(?:upper and lower|letter) )?case|in (?:any|either) case'
const ofPart = 'partial(?: match(?:es|ing)?)?|substring match(?:es|ing)?'
/** `, case-insensitive`, ` (partial match, ignoring case)` */
const qualifiers = `(?<after>(?:,? \\(?(?:${ofCase}|${ofPart})\\)?)*)`
/** `Case-insensitive search in title and summary.`, `Looks for the text in the name and the city, regardless of case.` */
const searched = new RegExp(
  `^(?<before>case[- ]insensitive(?:ly)? )?(?:${beginnings.join('|')})(?<names>.+?)${qualifiers}$`,
  'i',
)
/** `Finds guests whose given or family name begins with this text, in any case` */
const whose = new RegExp(
  `^(?:only |(?:find|list|return)s? |match(?:es)? )?\\w+ whose (?<names>.+?) (?:(?<part>contains?|includes?)|(?<start>(?:begins?|starts?) with)) (?:this|the(?: given)?) (?:text|term|string|words?)${qualifiers}$`,
  'i',
)
/** Says only that it is a search. */
const general = /^(?:(?:full|free)[- ]?text )?search(?: (?:term|text))?$/i

/** The searches of a list whose descriptions name all the properties that they search. */
export function describedSearches(
  document: Document,
  operation: Operation,
  record: SchemaNode,
): readonly DescribedSearch[] {
  const texts = [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
    typesOf(document, node).has('string') ? [name] : [],
  )
  return queryParametersOf(operation).flatMap((parameter) => {
    const isText = parameter.schema !== undefined && typesOf(document, parameter.schema).has('string')
    if (!isText) return []
    const [sentence = '', ...others] = parameterDescription(document, parameter)
      .split(/[.;](?:\s+|$)/)
      .filter((each) => !general.test(each))
    const {
      names,
      before,
      after = '',
      part,
      text,
      start,
      whole,
    } = (searched.exec(sentence) ?? whose.exec(sentence))?.groups ?? {}
    const isOfCase = (text: string): boolean => normalizedSentences(text).some((each) => anyCase.test(each))
    if (names === undefined || others.some((other) => other !== '' && !isOfCase(other))) return []
    const ignoresCase = before !== undefined || new RegExp(ofCase, 'i').test(after) || others.some(isOfCase)
    const listed = names
      .split(/,\s*(?:and |or )?| and | or /)
      .map((name) =>
        name.replace(/^(?:in )?(?:(?:the|its|their) )?/i, '').replace(/(?<=mail) address(?:es)?$/i, ''),
      )
    // "Given or family name".
    const noun = listed.at(-1)?.split(' ').slice(1).join(' ')
    const named = (name: string): string | undefined =>
      texts.find((text) => singularWordsOf(text) === singularWordsOf(name))
    const properties = listed.map((name) => named(name) ?? named(`${name} ${String(noun)}`))
    // "Search for nodes by name" of a `packageName`, which another property is called.
    const own = texts.find((text) => normalizeName(text) === normalizeName(parameter.name))
    const isMeant = own === undefined || properties.includes(own)
    return isMeant && properties.every((property) => property !== undefined)
      ? [
          {
            parameter,
            properties,
            ignoresCase,
            findsParts: (part ?? text) !== undefined || new RegExp(ofPart, 'i').test(after),
            findsBeginnings: start !== undefined,
            findsWhole: whole !== undefined,
          },
        ]
      : []
  })
}

/**
 * The properties that the description of a full-text search, or of its list, names after a preposition or a verb: "Searches by name
 * and email", "Matches the title only". Undefined if there are none, or others beside them. Unlike {@link describedSearches}, this
 * says where to look, not that a search without a result is wrong.
 */
export function searchedProperties(
  document: Document,
  list: Operation,
  parameter: Parameter,
  record: SchemaNode,
): readonly string[] | undefined {
  const byWords = new Map(
    [...possiblePropertiesOf(document, record).keys()].map((name) => [singularWordsOf(name), name]),
  )
  const own = normalizedSentences(parameterDescription(document, parameter))
  const others = sentencesOf(list).filter((sentence) => / search/.test(sentence))
  const named = namesOf([...byWords.keys()])
  for (const told of [...own, ...others]) {
    const sentence = (byWords.has('email') ? told.replaceAll(' email address ', ' email ') : told).replace(
      / (first|given) (or|and) (last|family) name /,
      ' $1 name $2 $3 name ',
    )
    const match = named.exec(sentence)
    if (!match) continue
    const [whole, names = ''] = match
    if (/^ (?:and|or) /.test(sentence.slice(match.index + whole.length))) return undefined
    return [...byWords].filter(([words]) => `${names} `.includes(` ${words} `)).map(([, name]) => name)
  }
  return undefined
}

/** Matches a list of the names: ` by name email and phone`. */
function namesOf(names: readonly string[]): RegExp {
  const before = 'in|by|on|over|acros|across|against|within|through|match|matche|search|searche'
  return new RegExp(
    ` (?:${before})(?: the| their| it)?((?: (?:and |or |and or )?(?:${anyOfWords(names)})(?= ))+)`,
    'u',
  )
}
