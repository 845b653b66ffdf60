import type { ErrorCode } from '../document.ts'

/** A text without the codes of errors that it names, which would stand between the words of its rules. */
export interface PlainText {
  readonly text: string
  readonly errorCodes: readonly ErrorCode[]
}

const word = String.raw`(?:(?:machine-readable|stable|error) )?\x60?(?:error[ _-]?)?code\x60?(?: is| of|:)?`
const quoted = String.raw`[\x60"'](?<code>[A-Za-z][\w.-]*)[\x60"']`
const named = String.raw`(?:,? (?:(?:with|and|using|has|having) )+(?:(?:the|an?|its) )?${word} ${quoted}| \((?:with )?(?:(?:the|an?) )?${word} ${quoted.replace('code>', 'inside>')}\))`
/** "409 with code `email_taken`", "422 (code `unknown_room`)". */
const afterStatus = new RegExp(
  String.raw`\b(?<status>4\d\d)(?<kind>(?: (?!with\b|and\b|using\b)\w+){0,2})${named}`,
  'g',
)
const inResponse = new RegExp(named, 'g')

/**
 * Takes the codes of errors out of the description of an operation, or of its response with a status: "409 with code `email_taken` if
 * the email is taken" becomes "409 if the email is taken".
 */
export function withoutErrorCodes(text: string, responseStatus?: string): PlainText {
  if (!/code/i.test(text)) return { text, errorCodes: [] }
  const pattern = responseStatus === undefined ? afterStatus : inResponse
  // Line breaks within a sentence are none to its readers.
  const whole = text.replaceAll(/(?<=\S)[ \t]*\n[ \t]*(?=[\w`])(?!\d+\.|[-*] )/g, ' ')
  const plain = whole.replaceAll(pattern, (...found) => {
    const { status = '', kind = '' } = found.at(-1) as Readonly<Record<string, string | undefined>>
    return status + kind
  })
  if (plain === whole) return { text, errorCodes: [] }
  return {
    text: plain,
    errorCodes: whole.split(/[.;](?:\s|$)|\n\s*(?:\n|[-*] )/).flatMap((sentence) => {
      const codes = [...sentence.matchAll(pattern)].map(({ groups }) => ({
        status: Number(groups?.['status'] ?? responseStatus),
        code: groups?.['code'] ?? groups?.['inside'],
        sentence,
      }))
      const others = responseStatus ?? /\b4\d\d\b/.exec(sentence)?.[0]
      return codes.length > 0 || others === undefined
        ? codes
        : [{ status: Number(others), code: undefined, sentence }]
    }),
  }
}
