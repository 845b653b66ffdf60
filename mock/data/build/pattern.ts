import { toPattern, type Pattern } from '../../../spec/patterns/pattern.ts'
import type { Random } from '../random.ts'

export interface LengthRange {
  readonly min: number
  readonly max: number
}

/** Returns a matching text whose length in code points is within the range; undefined if none was found. */
export type PatternSampler = (random: Random, length: LengthRange) => string | undefined

const attempts = 60
/** The maximum number of characters in a text: `(a{999}){999}` is a valid expression. */
const maxLength = 100_000

/**
 * Creates a sampler of texts that match a regular expression (ECMA-262). Every text is tested against the expression before
 * it is returned, since sampling ignores assertions such as lookaheads.
 */
export function createPatternSampler(pattern: string): PatternSampler {
  const regExp = toPattern(pattern)
  const part = regExp && parse(regExp)
  if (!regExp || !part || effortOf(part) > maxLength) return () => undefined
  return (random, { min, max }) => {
    if (min > maxLength) return undefined
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const text = tryDraw(part, random, { attempt, min, max })
      if (text === undefined) return undefined
      const padded = padTo(text, min, random)
      for (const candidate of padded === text ? [text] : [padded, text]) {
        const length = [...candidate].length
        if (length >= min && length <= max && regExp.test(candidate)) return candidate
      }
    }
    return undefined
  }
}

/** The number of parts that the shortest text is composed of, including empty ones. */
function effortOf(part: Part): number {
  if (part.kind === 'sequence') return part.parts.reduce((sum, each) => sum + effortOf(each), 0)
  if (part.kind === 'choice') return Math.max(...part.options.map(effortOf))
  if (part.kind === 'repeat') return part.min * Math.max(1, effortOf(part.part))
  return part.kind === 'group' ? effortOf(part.part) : 1
}

function tryDraw(part: Part, random: Random, draft: Draft): string | undefined {
  try {
    return draw(part, random, draft)
  } catch {
    return undefined
  }
}

/** Appends letters up to the minimum length, which helps with expressions that are not anchored at the end. */
function padTo(text: string, min: number, random: Random): string {
  let padded = text
  while (padded.length < min) padded += String.fromCharCode(random.int(97, 122))
  return padded
}

type Part =
  | { readonly kind: 'characters'; readonly pool: readonly string[]; readonly plain: readonly string[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly options: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly min: number; readonly max: number }
  | { readonly kind: 'group'; readonly part: Part; readonly names: readonly string[] }
  | { readonly kind: 'reference'; readonly name: string }

interface Draft extends LengthRange {
  readonly attempt: number
}

function draw(part: Part, random: Random, draft: Draft): string {
  const groups = new Map<string, string>()
  let length = 0
  const sample = (each: Part): string => {
    switch (each.kind) {
      case 'characters': {
        length += 1
        if (length > maxLength) throw new RangeError('The text is too long.')
        return random.pick(draft.attempt < 4 ? each.plain : each.pool)
      }
      case 'sequence':
        return each.parts.map(sample).join('')
      case 'choice':
        return sample(random.pick(each.options))
      case 'repeat': {
        // Every other attempt aims at the minimum length, the rest at a random one.
        const target = draft.attempt % 2 === 0 ? Math.max(3, draft.min) : random.int(0, 12)
        const most = Math.min(each.max, Math.max(each.min, Math.min(target, draft.max - length)))
        const times = draft.attempt === 0 ? most : random.int(each.min, most)
        return Array.from({ length: times }, () => sample(each.part)).join('')
      }
      case 'group': {
        const text = sample(each.part)
        for (const name of each.names) groups.set(name, text)
        return text
      }
      default:
        return groups.get(each.name) ?? ''
    }
  }
  return sample(part)
}

/** Parses an expression; undefined for unsupported syntax. */
function parse(regExp: Pattern): Part | undefined {
  const reader = new Reader(regExp.source, regExp.flags)
  try {
    const part = reader.choice()
    return reader.isAtEnd() ? part : undefined
  } catch {
    return undefined
  }
}

const empty: Part = { kind: 'sequence', parts: [] }

class Reader {
  private at = 0
  private groups = 0
  private readonly source: string
  private readonly flags: string

  constructor(source: string, flags: string) {
    this.source = source
    this.flags = flags
  }

  isAtEnd(): boolean {
    return this.at >= this.source.length
  }

  choice(): Part {
    const options = [this.sequence()]
    while (this.take('|')) options.push(this.sequence())
    return options.length === 1 ? (options[0] as Part) : { kind: 'choice', options }
  }

  private sequence(): Part {
    const parts: Part[] = []
    while (!this.isAtEnd() && !this.sees('|') && !this.sees(')')) parts.push(this.quantified(this.atom()))
    return { kind: 'sequence', parts }
  }

  private atom(): Part {
    if (this.matches(/\\[bB]|[$^]/y)) return empty
    if (this.take('(')) return this.group()
    const reference = this.matches(/\\(?:([1-9]\d?)|k<([^>]+)>)/y)
    if (reference) return { kind: 'reference', name: reference[1] ?? reference[2] ?? '' }
    const characters = this.matches(
      /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[pP]\{[^}]*\}|.)|[^\\]/iuy,
    )
    return charactersOf(characters?.[0] ?? '', this.flags)
  }

  private group(): Part {
    const opening = this.matches(/\?(?:(<?[=!])|:|<([^>]+)>)/y)
    if (opening === null) this.groups += 1
    const names = opening === null ? [String(this.groups)] : this.namesOf(opening[2])
    const part = this.choice()
    if (!this.take(')')) throw new SyntaxError('Unclosed group.')
    return opening?.[1] === undefined ? { kind: 'group', part, names } : empty
  }

  private namesOf(name: string | undefined): readonly string[] {
    if (name === undefined) return []
    this.groups += 1
    return [name, String(this.groups)]
  }

  private quantified(part: Part): Part {
    const quantifier = this.matches(/(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y)
    if (!quantifier) return part
    const [, sign, from, comma, to] = quantifier
    if (sign !== undefined)
      return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    const min = Number(from)
    if (comma === '') return { kind: 'repeat', part, min, max: min }
    return { kind: 'repeat', part, min, max: to === '' ? Infinity : Number(to) }
  }

  private sees(text: string): boolean {
    return this.source.startsWith(text, this.at)
  }

  private take(text: string): boolean {
    if (!this.sees(text)) return false
    this.at += text.length
    return true
  }

  private matches(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at
    const match = expression.exec(this.source)
    if (match) this.at = expression.lastIndex
    return match
  }
}

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const alphabets = [...printable, ...'\t\nàéîöüñßÆαβγδжшя中文日本한국あア€½😀']

/** The characters that match one atom, found by testing it against an alphabet. */
function charactersOf(atom: string, flags: string): Part {
  const literal = /^[^\\.[\]]$/u.test(atom)
  const pool = literal ? [atom] : charactersFor(new RegExp(`^(?:${atom})$`, flags))
  if (pool.length === 0) throw new SyntaxError(`${atom} matches no character.`)
  const letters = pool.filter((character) => /[a-z\d]/.test(character))
  return { kind: 'characters', pool, plain: letters.length > 0 ? letters : pool }
}

function charactersFor(atom: RegExp): readonly string[] {
  const found = alphabets.filter((character) => atom.test(character))
  if (found.length > 0) return found
  const all = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code))
  return all.filter((character) => atom.test(character)).slice(0, 200)
}
