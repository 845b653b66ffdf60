import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { wordsOf } from '../prose/words.ts'

/** What a property of a record says about a file. `received` is the number of bytes of an upload that goes on. */
export type FileFact = 'size' | 'name' | 'type' | 'extension' | 'md5' | 'sha1' | 'sha256' | 'received'

const names: readonly (readonly [FileFact, RegExp])[] = [
  [
    'received',
    /^(?:received|uploaded|transferred)(?: bytes| size)?$|^bytes (?:received|uploaded|transferred)$|^(?:upload )?offset$/,
  ],
  ['size', /^(?:(?:file|content|byte) )?(?:size|length)(?: (?:in )?bytes)?$|^bytes$/],
  ['name', /^(?:original |file )?(?:name|filename)$|^original file name$/],
  ['type', /^(?:mime|content|media|file content) ?type$|^mimetype$/],
  ['extension', /^(?:file )?(?:extension|ext)$/],
  ['md5', /^(?:(?:content|file) )?md5(?: ?(?:checksum|hash|sum|digest))?$/],
  ['sha1', /^(?:(?:content|file) )?sha ?1(?: ?(?:checksum|hash|sum|digest))?$/],
  ['sha256', /^(?:(?:content|file) )?sha ?256(?: ?(?:checksum|hash|sum|digest))?$/],
]

/** The properties of a record that say something about its file, by what they say. */
export function filePropertiesOf(document: Document, record: SchemaNode): ReadonlyMap<FileFact, string> {
  const properties = new Map<FileFact, string>()
  for (const [property, node] of possiblePropertiesOf(document, record)) {
    const fact = factOf(document, property, node)
    if (fact && !properties.has(fact)) properties.set(fact, property)
  }
  return properties
}

function factOf(document: Document, property: string, node: SchemaNode): FileFact | undefined {
  const types = typesOf(document, node)
  const words = wordsOf(property.replaceAll(/(?<=md|sha)-?(?=\d)/gi, '')).join(' ')
  const fact = names.find(([, name]) => name.test(words))?.[0] ?? checksumOf(document, words, node)
  const isNumber = fact === 'size' || fact === 'received'
  return fact && (isNumber ? isNumeric(types) : types.has('string')) ? fact : undefined
}

const checksums: readonly FileFact[] = ['md5', 'sha1', 'sha256']

/** The kind of a `checksum`, by what its description or the length of its pattern says. */
function checksumOf(document: Document, words: string, node: SchemaNode): FileFact | undefined {
  if (!/^(?:(?:content|file) )?(?:checksum|hash|digest)$/.test(words)) return undefined
  const [description, pattern] = ['description', 'pattern'].map((name) => {
    const value = keywordOf(document, node, name)
    return typeof value === 'string' ? value : ''
  })
  const text = (description ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const [, length = ''] = /\{(\d+)\}/.exec(pattern ?? '') ?? []
  const byLength = ['32', '40', '64'].indexOf(length)
  return checksums.find((name) => text.includes(name)) ?? checksums[byLength < 0 ? 2 : byLength]
}
