import { dateFor, timestamp } from './dates.ts'
import { characters, formats, url, uuid } from './formats.ts'
import type { NameRule } from './name-rule.ts'
import {
  displayName,
  fullName,
  heading,
  nameOfParent,
  nameOfWords,
  people,
  products,
  type Make,
} from './naming.ts'
import type { Source } from './source.ts'
import { adjective, noun, phrase, remarks, sentences } from './words.ts'

const places = /\b(?:address|location|place|venue|shipping|billing|site|office|branch)\b/

const sentence: Make = ({ random }) => random.pick(sentences)
const paragraph: Make = ({ random }) =>
  [...new Set([random.pick(sentences), random.pick(sentences)])].join(' ')
const remark: Make = ({ random }) => random.pick(remarks)
const fixed =
  (...texts: readonly string[]): Make =>
  ({ random }) =>
    random.pick(texts)

const cause = fixed(
  'The connection timed out.',
  'The remote server did not answer.',
  'Access was denied.',
  'The input could not be read.',
)

const couponCode: Make = ({ random }) =>
  random.pick([
    'WELCOME',
    'SPRING',
    'SUMMER',
    'AUTUMN',
    'WINTER',
    'LAUNCH',
    'FRIENDS',
    'THANKS',
    'PARTNER',
    'BIRTHDAY',
  ]) + String(random.pick([5, 10, 15, 20, 25, 30, 40, 50]))

const stateOf: Make = ({ faker, parent }) => (places.test(parent) ? faker.location.state() : 'active')
const format =
  (name: string): Make =>
  (source, words) =>
    formats[name]?.(source, words)
const cities = ({ faker }: Source): string => faker.location.city()

/** Rules in order of precedence: the first that matches the name and parent and returns a text is used. */
export const textRules: readonly NameRule<string>[] = [
  {
    name: /^(?:last |latest )?(?:error|failure)(?: (?:message|reason|description|detail|text)s?)?$/,
    make: cause,
  },
  { name: /^(?:message|reason|description|details?)$/, parent: /\b(?:error|failure)$/, make: cause },
  { name: /\be ?mail( address)?$/, make: ({ person }) => person.email },
  {
    name: /^(?:user ?name|login|log ?in|nick ?name|handle|screen name|user login)$/,
    make: ({ person }) => person.login,
  },
  { name: /^(?:first|given|fore) ?name$|\bfirst name$/, make: ({ person }) => person.first },
  { name: /^(?:last|family|sur) ?name$|\blast name$/, make: ({ person }) => person.last },
  { name: /^middle name$/, make: ({ faker }) => faker.person.middleName() },
  { name: /^(?:full|real|legal|contact) name$/, make: fullName },
  { name: /^display name$/, make: displayName },
  { name: /\b(?:file ?name)$/, make: ({ faker }) => faker.system.commonFileName('pdf') },
  { name: /\b(?:host|domain)( ?name)?$/, make: format('hostname') },
  { name: /^(?:name|label|display label)$/, make: nameOfParent },
  { name: /\bname$/, make: nameOfWords },
  {
    name: /^(?:author|owner|customer|assignee|reviewer|manager|creator|sender|recipient|artist|instructor|contact|created by|updated by|artist name|host)$/,
    make: fullName,
  },
  {
    name: /^(?:title|headline|subject|heading)$/,
    parent: people,
    make: ({ faker }) => faker.person.jobTitle(),
  },
  { name: /^(?:title|headline|subject|heading)$/, parent: /./, make: nameOfParent },
  { name: /\b(?:title|headline|subject|heading)$/, make: heading },
  {
    name: /\b(?:job|job title|occupation|profession|position)$/,
    make: ({ faker }) => faker.person.jobTitle(),
  },
  {
    name: /\bdescription$/,
    parent: /\b(?:line|lines|line items?|(?:invoice|order|quote|cart) items?)$/,
    make: ({ faker }) => faker.commerce.productName(),
  },
  { name: /\bdescription$/, parent: products, make: ({ faker }) => faker.commerce.productDescription() },
  {
    name: /\b(?:comment|comments|message|review|remark|feedback|reply|reason|question|answer)$/,
    make: remark,
  },
  {
    name: /^(?:text|body|content|message|snippet|preview)$/,
    parent: /\b(?:message|comment|reply|post|chat|review|feedback|tweet|status update)s?$/,
    make: remark,
  },
  {
    name: /^status (?:text|message)$/,
    make: fixed(
      'In a meeting',
      'Out for lunch',
      'Working from home',
      'On vacation',
      'Focusing',
      'Back at 3 pm',
    ),
  },
  {
    name: /\b(?:description|details|bio|biography|about|content|body|text|instructions|overview)$/,
    make: paragraph,
  },
  {
    name: /\b(?:summary|notes?|caption|excerpt|subtitle|tagline|hint|help|abstract|info|purpose|memo)$/,
    make: sentence,
  },
  { name: /\b(?:phone|mobile|cell|fax|tel|telephone|msisdn)( ?(?:number|no))?$/, make: format('phone') },
  {
    name: /^(?:street 2|address 2|address line 2|line 2|apartment|suite|unit)$/,
    make: ({ faker }) => faker.location.secondaryAddress(),
  },
  { name: /\b(?:city|town|locality)$/, make: cities },
  { name: /\b(?:location|venue|place|origin|destination|birthplace)$/, make: cities },
  { name: /\b(?:province|region)$|\bstate code$/, make: ({ faker }) => faker.location.state() },
  { name: /^county$/, make: ({ faker }) => faker.location.county() },
  {
    name: /\b(?:zip|zip ?code|postal ?code|post ?code)$/,
    make: ({ faker }) => faker.location.zipCode('#####'),
  },
  { name: /\bemoji$|^reaction$/, make: fixed('👍', '🎉', '❤️', '😄', '🚀', '👀', '🙏', '🔥') },
  {
    name: /\b(?:vat|tax)(?: registration)? (?:id|no|number)$|^vat$/,
    make: (source) =>
      `${source.random.pick(['DE', 'FR', 'NL', 'ES', 'IT'])}${characters(source, 9, '123456789')}`,
  },
  {
    name: /\b(?:last (?:4|four)|(?:last )?(?:4|four) digits)$/,
    make: (source) => characters(source, 4, '0123456789'),
  },
  {
    name: /^(?:coupon|promo|promotion|voucher|discount)(?: code)$/,
    make: couponCode,
  },
  { name: /^code$/, parent: /\b(?:coupon|promo|promotion|voucher|discount)s?(?: code)?$/, make: couponCode },
  { name: /\bcountry code$|^country iso/, make: ({ faker }) => faker.location.countryCode() },
  { name: /\bcountry$|\bnationality$/, make: ({ faker }) => faker.location.country() },
  { name: /\btime ?zone$|^tz$/, make: ({ faker }) => faker.location.timeZone() },
  {
    name: /^icon( name)?$/,
    make: fixed('star', 'home', 'tag', 'bell', 'heart', 'folder', 'calendar', 'gift'),
  },
  {
    name: /\b(?:avatar|image|photo|picture|thumbnail|logo|icon|banner|cover|poster)( (?:ur[il]|link|src))?s?$/,
    make: url,
  },
  { name: /\b(?:url|uri|href|link|website|homepage|site|webhook|callback|permalink)s?$/, make: url },
  {
    name: /\b(?:compan(?:y|ies)|organi[sz]ation|employer|brand|vendor|manufacturer|supplier|publisher|merchant)$/,
    make: ({ faker }) => faker.company.name(),
  },
  { name: /^(?:department|team|division)$/, make: ({ faker }) => faker.commerce.department() },
  // One currency for all records, so that the amounts of related ones can be added.
  { name: /\bcurrency( code)?$/, make: fixed('EUR') },
  { name: /^iban$/, make: ({ faker }) => faker.finance.iban() },
  { name: /^(?:bic|swift)( code)?$/, make: ({ faker }) => faker.finance.bic() },
  { name: /\b(?:account|routing|card) number$/, make: ({ faker }) => faker.finance.accountNumber(10) },
  { name: /\bcolou?r( code)?$/, make: ({ faker }) => faker.color.human() },
  {
    name: /\b(?:price|amount|cost|total|subtotal|fee|balance)$/,
    make: ({ faker }) => faker.commerce.price({ min: 5, max: 250 }),
  },
  { name: /^isbn/, make: ({ faker }) => faker.commerce.isbn() },
  { name: /^(?:ean|upc|gtin|barcode)/, make: (source) => characters(source, 13, '0123456789') },
  {
    name: /\b(?:sku|serial|serial number|part number|model number|(?:order|invoice|tracking|quote|receipt|policy|contract|shipment|booking|case) number|reference|ref)$/,
    make: (source) =>
      `${characters(source, 3, 'ABCDEFGHJKLMNPRSTUVWXYZ')}-${source.random.int(10_000, 99_999)}`,
  },
  {
    name: /\bversion$|^semver$/,
    make: ({ random }) => `${random.int(0, 4)}.${random.int(0, 12)}.${random.int(0, 9)}`,
  },
  { name: /\bip( ?v 4)?( address)?$/, make: format('ipv4') },
  { name: /\bip ?v 6( address)?$/, make: format('ipv6') },
  { name: /\bmac( address)?$/, make: ({ faker }) => faker.internet.mac() },
  {
    name: /^(?:street|address|street address|address line|line)( 1| line 1)?$|\baddress$/,
    make: ({ faker }) => faker.location.streetAddress(),
  },
  { name: /\buser agent$/, make: ({ faker }) => faker.internet.userAgent() },
  {
    name: /\b(?:mime|content|media) ?type$/,
    make: fixed('application/pdf', 'image/png', 'image/jpeg', 'text/plain'),
  },
  { name: /\b(?:extension|file type)$/, make: fixed('pdf', 'png', 'jpg', 'txt', 'csv') },
  {
    name: /\b(?:path|folder|directory|dir)$/,
    make: (source) => `/${adjective(source)}/${noun(source)}`,
  },
  { name: /\blocale$/, make: fixed('en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES') },
  { name: /\blang(?:uage)?( code)?$/, make: fixed('en', 'de', 'fr', 'es', 'it') },
  { name: /\b(?:gender|sex)$/, make: fixed('female', 'male', 'other') },
  { name: /\bbreed$/, parent: /\bcat\b/, make: ({ faker }) => faker.animal.cat() },
  { name: /\bbreed$/, make: ({ faker }) => faker.animal.dog() },
  { name: /\b(?:species|animal|animal type|pet type)$/, make: ({ faker }) => faker.animal.type() },
  { name: /\b(?:tag|label|keyword|topic)s?$/, make: adjective },
  { name: /\b(?:category|categories|genre)$/, make: ({ faker }) => faker.commerce.department() },
  { name: /^material$/, make: ({ faker }) => faker.commerce.productMaterial() },
  { name: /^(?:ingredient|ingredients)$/, make: ({ faker }) => faker.food.ingredient() },
  { name: /\b(?:week ?day|day of week)$/, make: ({ faker }) => faker.date.weekday() },
  { name: /^month$/, make: ({ faker }) => faker.date.month() },
  { name: /\bslug$/, make: (source) => phrase(source).replace(' ', '-') },
  { name: /\bpassword$|\bpasscode$/, make: format('password') },
  {
    name: /\b(?:sha|sha 256|checksum|digest|hash|md 5|fingerprint|commit)$/,
    make: (source) => characters(source, 40, '0123456789abcdef'),
  },
  {
    name: /\b(?:token|secret|api key|access key|client secret|session|nonce|cursor|signature)$/,
    make: (source) => characters(source, 32),
  },
  { name: /\b(?:u?uid|guid|[gos]?ids?)$/, make: uuid },
  { name: /^key$|\bkey$/, make: (source) => characters(source, 16) },
  {
    name: /\b(?:timestamp|(?:date|(?:creat|updat|modif|edit|complet|publish|delet|expir)\w*) ?time|created|updated|modified|at|on|expires|since|until)$/,
    make: (source, words) => timestamp(dateFor(words, source)),
  },
  {
    name: /\b(?:date|day|birthday|dob)$/,
    make: (source, words) => timestamp(dateFor(words, source)).slice(0, 10),
  },
  { name: /\btime$/, make: (source, words) => timestamp(dateFor(words, source)).slice(11, 16) },
]

/** Rules for vague names. */
export const vagueTextRules: readonly NameRule<string>[] = [
  // Of OAuth 2.0 (RFC 6750 §4).
  { name: /\btoken type$/, make: fixed('Bearer') },
  { name: /\b(?:name|title|label)$/, make: heading },
  { name: /\bstatus$/, make: fixed('active', 'active', 'pending', 'inactive') },
  { name: /^state$/, make: stateOf },
  { name: /\b(?:error )?code$/, make: (source) => characters(source, 6, 'ABCDEFGHJKLMNPRSTUVWXYZ23456789') },
  { name: /\b(?:type|kind|mode|level|tier|plan)$/, make: fixed('standard', 'basic', 'premium') },
  { name: /\brole$/, make: fixed('member', 'editor', 'admin') },
]
