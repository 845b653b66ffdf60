import { wordsOf } from '../../spec/inference/prose/words.ts'

const texts: readonly (readonly [names: RegExp, text: string])[] = [
  [/e-?mail$/i, 'someone@example.com'],
  [/(?:ur[il]|website|homepage|link)$/i, 'https://example.com/someone'],
  [/(?:[a-z]At|_at|time|timestamp)$/, '2030-01-15T09:30:00Z'],
  [/(?:date|birthday|[a-z]On|_on)$/i, '2030-01-15'],
  [/(?:uuid|guid)$/i, '3f2b8c1e-9d4a-4c6b-8e7f-0a1b2c3d4e5f'],
  [/(?:phone|mobile|fax)(?:_?number)?$/i, '+14155550100'],
  [/passw(?:or)?d$/i, 'Str0ng-Passw0rd'],
]

/** A text of the format that a property name suggests; undefined when it suggests none. */
export function textNamed(name: string): string | undefined {
  return texts.find(([names]) => names.test(name))?.[1]
}

/** Whether a property, by its name, holds when something ends: services often refuse what is over before it begins. */
export const endsLater = (name: string): boolean =>
  /^(?:end|expir|valid (?:until|to|through))|(?:end|until|deadline|due)$/.test(wordsOf(name).join(' '))
