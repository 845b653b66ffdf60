import { perName } from '../../../spec/util/memo.ts'
import type { NameRule } from './name-rule.ts'
import { adjective, noun } from './words.ts'

/** Makes a text for a name. */
export type Make = NameRule<string>['make']

/** Words for people in names. */
export const people: RegExp =
  /\b(?:user|person|people|customer|author|owner|employee|contact|member|artist|client|patient|student|teacher|guest|passenger|driver|player|reviewer|assignee|profile|account|recipient|sender|creator|manager|doctor|actor|director|candidate|attendee|host|agent|buyer|seller|instructor|learner|trainer|coach|mentor|tutor|lecturer|professor|speaker|nurse|technician|worker|volunteer|subscriber|applicant|visitor|resident|supervisor|assistant|borrower|landlord|therapist|lawyer|courier|dispatcher|operator)\b/
const companies =
  /\b(?:compan(?:y|ies)|organi[sz]ation|org|vendor|supplier|brand|merchant|employer|manufacturer|business|store|shop|publisher|bank|tenant|workspace|institution)\b/
/** Words for what is sold. */
export const products: RegExp = /\b(?:product|item|article|sku|good|merchandise|variant|gift)\b/
const pets = /\b(?:pet|animal|dog|cat|puppy|kitten)\b/

export const fullName: Make = ({ person }) => `${person.first} ${person.last}`
/** "Quiet Harbour": two words for what nothing else is known of. */
export const heading: Make = (source) => `${capital(adjective(source))} ${capital(noun(source))}`

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Matches names that end in one of the nouns, ignoring generic suffixes: `customer group dto` is a group, not a customer. */
const endingIn = (nouns: string): RegExp =>
  new RegExp(
    `\\b(?:${nouns})s?(?: (?:names?|titles?|dto|model|entity|response|request|info|data|details?|view|summary|object|record|` +
      'create|update|read|write|full|basic|partial|base|public|v|\\d+))*$',
  )

const accountName: Make = ({ random }) => `${random.pick(purposes)} account`
const purposes = [
  'Main',
  'Business',
  'Savings',
  'Current',
  'Payroll',
  'Reserve',
  'Operating',
  'Tax',
  'Travel',
  'Joint',
]

const planName: Make = ({ random }) =>
  random.pick(['Starter', 'Basic', 'Team', 'Pro', 'Business', 'Growth', 'Scale', 'Enterprise']) +
  random.pick(['', ' Plus', ' Annual', ' Monthly', ' 2.0', ' Lite'])

/** Generators of a `name` or `title`, by what it is the name of. */
const naming: readonly (readonly [RegExp, Make])[] = [
  [
    endingIn(
      'group|type|role|stage|tier|segment|template|queue|list|field|attribute|option|setting|permission|policy|rule|' +
        'web ?hook|hook|secret|variable|unit|level',
    ),
    heading,
  ],
  [endingIn('(?:subscription|pricing|price|billing|rate) plan|plan'), planName],
  [endingIn('category|categorie|department'), ({ faker }) => faker.commerce.department()],
  [/\b(?:bank|savings?|checking|ledger|cash|deposit|investment|payout) account\b/, accountName],
  [pets, ({ faker }) => faker.animal.petName()],
  [people, fullName],
  [companies, ({ faker }) => faker.company.name()],
  [products, ({ faker }) => faker.commerce.productName()],
  [
    /\b(?:category|categories|department|section|genre|collection|catalog)\b/,
    ({ faker }) => faker.commerce.department(),
  ],
  [/\b(?:tag|label|topic|keyword|skill)\b/, adjective],
  [/\bcity|town\b/, ({ faker }) => faker.location.city()],
  [/\bcountry\b/, ({ faker }) => faker.location.country()],
  [/\b(?:state|province|region)\b/, ({ faker }) => faker.location.state()],
  [/\b(?:file|attachment|document|upload)\b/, ({ faker }) => faker.system.commonFileName('pdf')],
  [/\bbook\b/, ({ faker }) => faker.book.title()],
  [/\b(?:song|track|album|playlist)\b/, ({ faker }) => faker.music.songName()],
  [/\b(?:dish|meal|recipe|menu|food)\b/, ({ faker }) => faker.food.dish()],
  [/\bingredient\b/, ({ faker }) => faker.food.ingredient()],
  [/\b(?:car|vehicle)\b/, ({ faker }) => faker.vehicle.vehicle()],
  [/\b(?:airport)\b/, ({ faker }) => faker.airline.airport().name],
  [/\b(?:airline|carrier)\b/, ({ faker }) => faker.airline.airline().name],
  [/\bcolou?r\b/, ({ faker }) => capital(faker.color.human())],
  [/\blanguage\b/, ({ faker }) => faker.location.language().name],
  [/\bcurrency\b/, ({ faker }) => faker.finance.currencyName()],
  [
    /\b(?:team|group|project|repo|repository|campaign|event|channel|task|issue|ticket|plan|room|board|list|course|job)\b/,
    heading,
  ],
]

const namingOf = perName((words) => naming.find(([pattern]) => pattern.test(words))?.[1])
/** The name of what the property belongs to, by that: of a company, of a product. */
export const nameOfParent: Make = (source, words) => namingOf(source.parent)?.(source, words)
/** What is shown of something is its name, and of people, or of what is not known, that of a person. */
export const displayName: Make = (source, words) =>
  source.parent === '' || people.test(source.parent)
    ? fullName(source, words)
    : (nameOfParent(source, words) ?? heading(source, words))
/** For names such as `company name`, whose other words say what is named. */
export const nameOfWords: Make = (source, words) => namingOf(words)?.(source, words)
