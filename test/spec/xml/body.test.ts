import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeBody, encodeBody, prepareBodies, type BodyReading } from '../../../spec/body.ts'
import type { MediaType, Schema } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { loadObject } from '../../../spec/loading/load-object.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { mediaTypeResolver } from '../../../spec/schemas/resolver.ts'

const components = {
  Category: {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
    xml: { name: 'category' },
  },
  Tag: {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
    xml: { name: 'tag' },
  },
  Pet: {
    type: 'object',
    required: ['name', 'photoUrls'],
    properties: {
      id: { type: 'integer', format: 'int64' },
      name: { type: 'string' },
      alive: { type: 'boolean' },
      category: { $ref: '#/components/schemas/Category' },
      photoUrls: {
        type: 'array',
        xml: { wrapped: true },
        items: { type: 'string', xml: { name: 'photoUrl' } },
      },
      tags: { type: 'array', xml: { wrapped: true }, items: { $ref: '#/components/schemas/Tag' } },
    },
    xml: { name: 'pet' },
  },
  Plain: { type: 'object', properties: { n: { type: 'integer' } } },
  Tree: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
  },
}

/** The media type of an operation whose request body has this schema. */
function media(schema: Schema | undefined, type = 'application/xml'): MediaType {
  const document = loadObject({
    openapi: '3.1.0',
    info: { title: 'XML', version: '1' },
    paths: { '/': { post: { requestBody: { content: { [type]: { schema } } }, responses: {} } } },
    components: { schemas: components },
  })
  return operationsOf(document).operations[0]!.requestBody!.content[0]!
}

const ref = (name: keyof typeof components): Schema => ({ $ref: `#/components/schemas/${name}` })
const head = '<?xml version="1.0" encoding="UTF-8"?>'

function written(value: Json, schema: Schema): string {
  return new TextDecoder().decode(encodeBody(value, media(schema)).bytes).replace(head, '')
}

function read(
  text: string | Uint8Array,
  schema: Schema | undefined,
  contentType = 'application/xml',
): BodyReading {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const declared = media(schema)
  return decodeBody(bytes, contentType, declared, mediaTypeResolver(declared))
}

const value = (text: string, schema: Schema | undefined): unknown => {
  const reading = read(text, schema)
  return reading.kind === 'ok' ? reading.value : reading.message
}

const object = (properties: Readonly<Record<string, Schema>>, more: object = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
})
const text: Schema = { type: 'string' }
const named = (name: string, more: object = {}): Schema => ({ type: 'string', xml: { name, ...more } })
const list = (items: Schema, xml: object = {}): Schema => ({ type: 'array', items, xml })

beforeAll(() =>
  prepareBodies(
    loadObject({
      openapi: '3.1.0',
      info: { title: 'XML', version: '1' },
      paths: { '/': { get: { responses: { 200: { description: '', content: { 'text/xml': {} } } } } } },
    }),
  ),
)

describe('the XML Object', () => {
  const smp = { namespace: 'urn:smp', prefix: 'smp' }

  it.each<[what: string, Schema, Json, string]>([
    ['a component, by its name', ref('Plain'), { n: 1 }, '<Plain><n>1</n></Plain>'],
    [
      'a custom name',
      object({ id: named('ident') }, { xml: { name: 'thing' } }),
      { id: 'x' },
      '<thing><ident>x</ident></thing>',
    ],
    [
      'an attribute',
      object({ id: { type: 'integer', xml: { attribute: true } }, name: text }),
      { id: 5, name: 'a' },
      '<root id="5"><name>a</name></root>',
    ],
    [
      'a renamed attribute',
      object({ id: named('key', { attribute: true }) }),
      { id: 'a' },
      '<root key="a"/>',
    ],
    [
      'a prefix and namespace',
      object({ name: { type: 'string', xml: smp } }),
      { name: 'a' },
      '<root><smp:name xmlns:smp="urn:smp">a</smp:name></root>',
    ],
    [
      'a namespace declared once',
      object(
        { a: { type: 'string', xml: smp }, b: { type: 'string', xml: smp } },
        { xml: { name: 'x', ...smp } },
      ),
      { a: '1', b: '2' },
      '<smp:x xmlns:smp="urn:smp"><smp:a>1</smp:a><smp:b>2</smp:b></smp:x>',
    ],
    [
      'an attribute with a prefix',
      object({ id: { type: 'string', xml: { ...smp, attribute: true } } }),
      { id: 'a' },
      '<root xmlns:smp="urn:smp" smp:id="a"/>',
    ],
    [
      'a default namespace',
      object({ a: text }, { xml: { name: 'x', namespace: 'urn:d' } }),
      { a: '1' },
      '<x xmlns="urn:d"><a>1</a></x>',
    ],
    [
      'an array',
      object({ animals: list(text) }),
      { animals: ['a', 'b'] },
      '<root><animals>a</animals><animals>b</animals></root>',
    ],
    [
      'an array whose items have a name',
      object({ animals: list(named('animal')) }),
      { animals: ['a'] },
      '<root><animal>a</animal></root>',
    ],
    [
      'a name that an array without an element does not use',
      object({ animals: list(text, { name: 'aliens' }) }),
      { animals: ['a'] },
      '<root><animals>a</animals></root>',
    ],
    [
      'a wrapped array',
      object({ animals: list(text, { wrapped: true }) }),
      { animals: ['a'] },
      '<root><animals><animals>a</animals></animals></root>',
    ],
    [
      'a wrapped array with a name',
      object({ animals: list(text, { wrapped: true, name: 'aliens' }) }),
      { animals: ['a'] },
      '<root><aliens><aliens>a</aliens></aliens></root>',
    ],
    [
      'a wrapped array with both names',
      object({ animals: list(named('animal'), { wrapped: true, name: 'aliens' }) }),
      { animals: ['a', 'b'] },
      '<root><aliens><animal>a</animal><animal>b</animal></aliens></root>',
    ],
    [
      'an empty wrapped array',
      object({ animals: list(text, { wrapped: true }) }),
      { animals: [] },
      '<root><animals/></root>',
    ],
    [
      'an array of components',
      list(ref('Plain')),
      [{ n: 1 }, { n: 2 }],
      '<items><Plain><n>1</n></Plain><Plain><n>2</n></Plain></items>',
    ],
    [
      'arrays in arrays',
      object({ rows: list(list({ type: 'integer' })) }),
      { rows: [[1, 2], [3]] },
      '<root><rows><rows>1</rows><rows>2</rows></rows><rows><rows>3</rows></rows></root>',
    ],
    [
      'a name beside a $ref',
      object({ kind: { $ref: '#/components/schemas/Category', xml: { name: 'sort' } } }),
      { kind: { id: 1 } },
      '<root><sort><id>1</id></sort></root>',
    ],
    [
      'a name around a $ref',
      object({ kind: { allOf: [ref('Category')], xml: { name: 'sort' } } }),
      { kind: { id: 1 } },
      '<root><sort><id>1</id></sort></root>',
    ],
    [
      'null',
      object({ name: { type: ['string', 'null'] } }),
      { name: null },
      '<root><name xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></root>',
    ],
    [
      'an integer beyond 2^53',
      object({ id: { type: 'integer' } }),
      { id: 9223372036854775807n },
      '<root><id>9223372036854775807</id></root>',
    ],
    [
      'a name that XML does not allow',
      object({ '2 x': text, '@id': text }),
      { '2 x': 'a', '@id': 'b' },
      '<root><_x0032__x0020_x>a</_x0032__x0020_x><_x0040_id>b</_x0040_id></root>',
    ],
    [
      'special characters',
      object({ a: text, b: { type: 'string', xml: { attribute: true } } }),
      { a: '<&>]]>"\r', b: '<&>"\'\n\t' },
      '<root b="&lt;&amp;&gt;&quot;\'&#10;&#9;"><a>&lt;&amp;&gt;]]&gt;"&#13;</a></root>',
    ],
    [
      'nodeType: attribute and text (3.2)',
      object({
        lang: { type: 'string', xml: { nodeType: 'attribute' } },
        text: { type: 'string', xml: { nodeType: 'text' } },
      }),
      { lang: 'en', text: 'hi' },
      '<root lang="en">hi</root>',
    ],
    [
      'nodeType: cdata (3.2)',
      object({ html: { type: 'string', xml: { nodeType: 'cdata' } } }),
      { html: '<b>]]></b>' },
      '<root><![CDATA[<b>]]]]><![CDATA[></b>]]></root>',
    ],
    [
      'nodeType: element for an array (3.2)',
      object({
        rows: {
          type: 'array',
          items: { type: 'integer', xml: { name: 'row' } },
          xml: { nodeType: 'element' },
        },
      }),
      { rows: [1] },
      '<root><rows><row>1</row></rows></root>',
    ],
    [
      'nodeType: none (3.2)',
      object({ size: object({ w: { type: 'integer' } }, { xml: { nodeType: 'none' } }), name: text }),
      { size: { w: 1 }, name: 'a' },
      '<root><w>1</w><name>a</name></root>',
    ],
    [
      'a list in an attribute',
      object({ ids: { type: 'array', items: { type: 'integer' }, xml: { attribute: true } } }),
      { ids: [1, 2] },
      '<root ids="1 2"/>',
    ],
    [
      'arrays with the same item name, each wrapped in an element',
      object({
        ids: { type: 'array', items: named('item'), xml: { name: 'idSet' } },
        tags: { type: 'array', items: named('item') },
      }),
      { ids: ['a', 'b'], tags: ['c'] },
      '<root><idSet><item>a</item><item>b</item></idSet><tags><item>c</item></tags></root>',
    ],
    [
      'an array whose items have the name of another property',
      object({ node: text, nodes: { type: 'array', items: named('node') } }),
      { node: 'a', nodes: ['b'] },
      '<root><node>a</node><nodes><node>b</node></nodes></root>',
    ],
    [
      'a recursive schema',
      ref('Tree'),
      { name: 'a', kids: [{ name: 'b', kids: [{ name: 'c' }] }] },
      '<Tree><name>a</name><kids><name>b</name><kids><name>c</name></kids></kids></Tree>',
    ],
  ])('%s, both ways', (_, schema, given, xml) => {
    expect(written(given, schema)).toBe(xml)
    expect(value(head + xml, schema)).toEqual(given)
  })

  it('writes and reads the pet of the Pet Store', () => {
    const pet = {
      id: 1,
      name: 'Rex',
      alive: true,
      category: { id: 2, name: 'Dogs' },
      photoUrls: ['http://a.test/?b=1&c'],
      tags: [{ id: 1, name: 'good' }, { name: 'loud' }],
    }
    const xml =
      '<pet><id>1</id><name>Rex</name><alive>true</alive><category><id>2</id><name>Dogs</name></category>' +
      '<photoUrls><photoUrl>http://a.test/?b=1&amp;c</photoUrl></photoUrls>' +
      '<tags><tag><id>1</id><name>good</name></tag><tag><name>loud</name></tag></tags></pet>'
    expect(written(pet, ref('Pet'))).toBe(xml)
    expect(value(xml, ref('Pet'))).toEqual(pet)
  })
})

describe('reading', () => {
  it.each<[what: string, string, Schema | undefined, unknown]>([
    [
      'white space and comments',
      '<root>\n  <!-- n -->\n  <n> 5 </n>\n</root>\n',
      object({ n: { type: 'integer' } }),
      { n: 5 },
    ],
    ['white space in strings', '<root><n> a </n></root>', object({ n: text }), { n: ' a ' }],
    ['CDATA', '<root><n><![CDATA[<a>&amp;]]>&lt;</n></root>', object({ n: text }), { n: '<a>&amp;<' }],
    ['numeric character references', '<root><n>&#65;&#x1F600;</n></root>', object({ n: text }), { n: 'A😀' }],
    [
      '0 and 1 as booleans',
      '<root><a>1</a><b>0</b></root>',
      object({ a: { type: 'boolean' }, b: { type: 'boolean' } }),
      { a: true, b: false },
    ],
    ['an empty string', '<root><n/></root>', object({ n: text }), { n: '' }],
    [
      'an empty number as an invalid string',
      '<root><n/></root>',
      object({ n: { type: 'integer' } }),
      { n: '' },
    ],
    ['a string for a number', '<root><n>x</n></root>', object({ n: { type: 'integer' } }), { n: 'x' }],
    ['an empty object', '<root><o/></root>', object({ o: object({}) }), { o: {} }],
    [
      'a repeated property as an array',
      '<root><n>1</n><n>2</n></root>',
      object({ n: { type: 'integer' } }),
      { n: [1, 2] },
    ],
    [
      'elements where a string is declared',
      '<root><n><x>1</x></n></root>',
      object({ n: text }),
      { n: { x: '1' } },
    ],
    [
      'another prefix for the same namespace',
      '<root xmlns:p="urn:x"><p:a>1</p:a></root>',
      object({ a: { type: 'integer', xml: { prefix: 'q', namespace: 'urn:x' } } }),
      { a: 1 },
    ],
    [
      'a name in another namespace as another property',
      '<root xmlns:p="urn:y"><p:a>1</p:a></root>',
      object({ a: { type: 'integer', xml: { namespace: 'urn:x' } } }),
      {},
    ],
    [
      'an undeclared prefix',
      '<root><p:a>1</p:a></root>',
      object({ a: { type: 'integer', xml: { prefix: 'p' } } }),
      { a: 1 },
    ],
    ['a required array without items', '<root/>', object({ a: list(text) }, { required: ['a'] }), { a: [] }],
    ['an optional array without items', '<root/>', object({ a: list(text) }), {}],
    [
      'undeclared elements by their names',
      '<root b="2"><c>3</c><d>4</d><d>5</d></root>',
      object({ a: text }),
      { b: '2', c: '3', d: ['4', '5'] },
    ],
    [
      'typed additional properties',
      '<root><c>3</c></root>',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { c: 3 },
    ],
    [
      'an element where an attribute is declared as another property',
      '<root><id>5</id></root>',
      object({ id: { type: 'integer', xml: { attribute: true } } }),
      {},
    ],
    [
      'reserved XML attributes, which are ignored',
      '<root xmlns="urn:x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b" xml:lang="en"/>',
      object({}),
      {},
    ],
    ['no schema', '<root a="1"><b>x</b></root>', undefined, { a: '1', b: 'x' }],
    [
      'the oneOf alternative that matches',
      '<pet><bark>true</bark></pet>',
      { oneOf: [object({ bark: { type: 'boolean' } }), object({ lives: { type: 'integer' } })] },
      { bark: true },
    ],
    [
      'names of inherited members',
      '<root><constructor>1</constructor><toString/></root>',
      object({}),
      { constructor: '1', toString: '' },
    ],
    ['a document for a string', '<any><x/></any>', text, '<any><x/></any>'],
  ])('%s', (_, xml, schema, expected) => {
    expect(value(xml, schema)).toEqual(expected)
  })

  it('keeps __proto__ as an ordinary member', () => {
    const read = value('<root><__proto__><x>1</x></__proto__></root>', object({}))
    expect(Object.entries(read as object)).toEqual([['__proto__', { x: '1' }]])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('uses the charset of Content-Type, then the byte order mark, then the XML declaration', () => {
    const latin1 = Uint8Array.from('<?xml version="1.0" encoding="iso-8859-1"?><r><n>\u00e9</n></r>', (c) =>
      c.charCodeAt(0),
    )
    const schema = object({ n: text })
    expect(read(latin1, schema)).toEqual({ kind: 'ok', value: { n: 'é' } })
    expect(read(latin1, schema, 'text/xml; charset=utf-8')).toEqual({
      kind: 'malformed',
      message: 'The body is not valid utf-8 text.',
    })
    const utf16 = new Uint8Array(
      new Uint16Array([0xfeff, ...Array.from('<r><n>é</n></r>', (c) => c.charCodeAt(0))]).buffer,
    )
    expect(read(utf16, schema)).toEqual({ kind: 'ok', value: { n: 'é' } })
    expect(read('\ufeff<r><n>é</n></r>', schema)).toEqual({ kind: 'ok', value: { n: 'é' } })
  })
})

describe('rejects with line and column', () => {
  it.each([
    [
      '<pet>\n  <name>Rex</nam>\n</pet>',
      "2:12: Expected closing tag 'name' (opened in line 2, col 3) instead of closing tag 'nam'.",
    ],
    ['<pet>\n<a b=1/></pet>', "2:4: Attribute 'b' is without value."],
    ['', '1:1: Start tag expected.'],
    ['Rex', "1:1: char 'R' is not expected."],
    ['<a/>\n<b/>', '2:1: There is more than one root element.'],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', '1:1: A document type declaration is not accepted.'],
    ['<a>\n&nbsp;</a>', '2:1: &nbsp; is not defined.'],
    ['<a>&#0;</a>', '1:4: &#0; is not defined.'],
    ['<a>\u0001</a>', '1:4: A character that XML does not allow.'],
    [`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, '1:1: It is nested more than 100 levels deep.'],
  ])('%j', (xml, message) => {
    expect(read(xml, undefined)).toEqual({ kind: 'malformed', message: `The XML is malformed at ${message}` })
  })

  it.each<[string, Schema, string]>([
    ['<cat/>', ref('Pet'), 'The element <cat> at 1:1 should be <pet>.'],
    [
      '<pet>\n<tags><label/><x/></tags></pet>',
      ref('Pet'),
      'The element <label> at 2:7 should be <tag>. The element <x> at 2:15 should be <tag>.',
    ],
    [
      '<p:pet xmlns:p="urn:other"/>',
      object({}, { xml: { name: 'pet', namespace: 'urn:pets' } }),
      'The element <p:pet> at 1:1 should be <pet>.',
    ],
  ])('%j instead of another element', (xml, schema, message) => {
    expect(read(xml, schema)).toEqual({ kind: 'malformed', message })
  })

  it.each([
    ['many entities', `<a>${'&amp;'.repeat(50_000)}&x;</a>`],
    ['comments without an end', `<a>${'<!--'.repeat(50_000)}`],
    ['elements without an end', '<a>'.repeat(80_000)],
    ['sections in attributes', `<r>${'<a b="<!--"/>'.repeat(15_000)}</r`],
    ['brackets', '<'.repeat(200_000)],
  ])('%s, in time', (_, xml) => {
    expect(read(xml, undefined).kind).toBe('malformed')
  })

  it('and never throws', () => {
    const unit = fc.constantFrom(
      '<a',
      '>',
      '</a>',
      '<a>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '&',
      ';',
      '&lt;',
      '"',
      "'",
      '=',
      ' ',
      'b',
      '\0',
      ':',
      '/',
      '<!DOCTYPE a [',
      'xmlns:',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (xml) => void read(xml, object({ b: text }))),
      { numRuns: 2000 },
    )
  })
})

describe('any value', () => {
  /** A schema and a value of it that XML can represent. */
  const leaf = fc.oneof(
    fc.record({
      schema: fc.constant<Schema>(text),
      value: fc.string({ unit: 'grapheme' }).filter((s) => !/[^\P{Cc}\t\n\r]/u.test(s)),
    }),
    fc.record({
      schema: fc.constant<Schema>({ type: 'integer' }),
      value: fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n })),
    }),
    fc.record({
      schema: fc.constant<Schema>({ type: 'number' }),
      value: fc.double({ noNaN: true, min: -1e15, max: 1e15 }).map((n) => n + 0),
    }),
    fc.record({ schema: fc.constant<Schema>({ type: 'boolean' }), value: fc.boolean() }),
    fc.record({ schema: fc.constant<Schema>({ type: ['string', 'null'] }), value: fc.constant(null) }),
  )
  interface Given {
    readonly schema: Schema
    readonly value: Json
  }
  const given = fc.letrec<{ any: Given; object: Given }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      leaf as fc.Arbitrary<Given>,
      tie('object'),
      fc
        .tuple(leaf as fc.Arbitrary<Given>, fc.boolean(), fc.nat(3))
        .map(([{ schema, value }, wrapped, more]) => ({
          schema: { type: 'array', items: schema, xml: { wrapped } },
          value: Array.from({ length: wrapped ? more : more + 1 }, () => value),
        })),
    ),
    object: fc
      .dictionary(
        fc.string({ minLength: 1 }).filter((name) => !name.includes(':')),
        tie('any'),
        { maxKeys: 4 },
      )
      .map((members) => ({
        schema: {
          type: 'object',
          properties: Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema])),
        },
        value: Object.fromEntries(Object.entries(members).map(([name, { value: member }]) => [name, member])),
      })),
  }))

  it('is read back as written', () => {
    fc.assert(
      fc.property(given.object, ({ schema, value: member }) => {
        expect(value(written(member, schema), schema)).toEqual(member)
      }),
      { numRuns: 300 },
    )
  })
})
