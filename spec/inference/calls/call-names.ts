import { singularWordsOf, wordsOf } from '../prose/words.ts'

/** What a call does: one of these with the records, or else something of its own with one of them. */
export type Verb = 'list' | 'read' | 'create' | 'update' | 'delete' | 'act'

/** A path that ends in what it does. */
export interface CallName {
  /** The path of the collection: `/users` for `/users.list`, `/user` for `/getUser`. */
  readonly base: string
  /** The verb as it is written: `add`. */
  readonly action: string
  readonly verb: Verb
}

const verbs: readonly (readonly [Verb, RegExp])[] = [
  ['list', /^(?:list|all|index|search|query|(?:get|list|find|fetch) all)$/],
  ['read', /^(?:get|read|info|show|details?|retrieve|describe|find|fetch|view|(?:get|find) (?:one|by \w+))$/],
  ['create', /^(?:create|add|new|insert)$/],
  ['update', /^(?:update|edit|modify|change|patch)$/],
  ['delete', /^(?:delete|remove|destroy)$/],
]

/** What a path calls by its last segment: `/team/add`, `/users.info`, `/createUser`. Undefined if it ends in a parameter. */
export function callNameOf(path: string): CallName | undefined {
  const [, before = '', last = ''] = /^(.*)\/([^/{}]+)\/?$/.exec(path) ?? []
  const [, noun, action] = /^(.+)\.(\w+)$/.exec(last) ?? []
  if (noun !== undefined && action !== undefined)
    return named(`${before}/${noun.replaceAll('.', '/')}`, action)
  const [first = '', ...others] = wordsOf(last)
  if (others.length > 0 && verbOf(first) !== 'act') return withNoun(before, first, others)
  return /[^/{}]+$/.test(before) ? named(before, last) : undefined
}

const named = (base: string, action: string): CallName => ({ base, action, verb: verbOf(action) })

/** `/listUsers`, `/getUserById`, `/add-user`: collections are named alike, in the singular. */
function withNoun(before: string, verb: string, others: readonly string[]): CallName {
  const [, all = '', noun = ''] = /^(all )?(.*?)(?: by \w+)?$/.exec(others.join(' ')) ?? []
  const isPlural = singularWordsOf(noun) !== noun
  return {
    base: `${before}/${singularWordsOf(noun).replaceAll(' ', '-')}`,
    action: verb,
    verb: verbOf(verb) === 'read' && (all !== '' || isPlural) ? 'list' : verbOf(verb),
  }
}

function verbOf(action: string): Verb {
  const words = wordsOf(action).join(' ')
  return verbs.find(([, pattern]) => pattern.test(words))?.[0] ?? 'act'
}
