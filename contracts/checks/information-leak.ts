import { decodeUtf8 } from '../../spec/json.ts'
import { decodePercent } from '../../spec/util/percent-encoding.ts'
import { clip } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** Text that only the implementation produces. */
const traces: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'stack trace',
    /(?:^|\n|\\n|")\s*at [\w.$<>[\] ]+ ?\((?:file:\/\/|node:|[A-Za-z]:\\\\?|\/)[^)\s]*:\d+(?::\d+)?\)/,
  ],
  ['stack trace', /(?:^|\n|\\n)\s*at (?:async )?(?:file:\/\/\/|node:|\/)[^\s"]+:\d+:\d+/],
  ['stack trace', /Traceback \(most recent call last\)|File \\?"[^"]+\.py\\?", line \d+/],
  ['stack trace', /(?:^|\n|\\n|")\s*at [\w.$]+\([\w$]+\.(?:java|kt|scala):\d+\)/],
  [
    'stack trace',
    /\b(?:java|javax|jakarta|org\.springframework|org\.hibernate)\.[\w.]+(?:Exception|Error)\b/,
  ],
  ['stack trace', /\bgoroutine \d+ \[\w+\]:|panic: runtime error|\bSystem\.\w+(?:\.\w+)*Exception:/],
  // In capitals or with a further clause, because `select … from …` also occurs in plain English.
  ['SQL', /\b(?:SELECT\s.+?\sFROM|INSERT\s+INTO\s+\S+\s*\(|UPDATE\s+\S+\s+SET|DELETE\s+FROM)\s/],
  [
    'SQL',
    /\bselect\s.+?\sfrom\s+\S+\s+(?:where|order by|group by|limit)\s|\binsert into\s+\S+\s*\(.+?\)\s*values/i,
  ],
  [
    'SQL',
    /SQLSTATE\[?|\bORA-\d{5}\b|SQLITE_[A-Z]+|syntax error at or near|You have an error in your SQL syntax/,
  ],
]

/** An error does not reveal how the server is implemented. */
export const informationLeak: Check<Answer> = {
  id: 'information-leak',
  title: 'Errors do not reveal implementation details',
  severity: 'error',
  requirement: 'RFC 9457 §5: errors must not expose implementation internals (CWE-209)',
  judge({ status, exchange }) {
    if (status < 400) return fine
    const text = decodeUtf8(exchange.response.body)
    const found = text === undefined ? undefined : firstTrace(text)
    if (!found || isEcho(found.text, exchange.request)) return fine
    return [
      {
        cause: found.name,
        expected: 'an error without implementation details',
        actual: `${found.name === 'SQL' ? '' : 'a '}${found.name} (${clip(found.text.trim())})`,
        reason: found.name,
      },
    ]
  },
}

function firstTrace(text: string): { name: string; text: string } | undefined {
  for (const [name, pattern] of traces) {
    const match = pattern.exec(text)
    if (match) return { name, text: match[0] }
  }
  return undefined
}

/** Whether the text was part of the request. */
function isEcho(text: string, request: Answer['exchange']['request']): boolean {
  const sent = `${decodePercent(request.query) ?? request.query} ${decodeUtf8(request.body ?? new Uint8Array()) ?? ''}`
  return sent.includes(text.trim())
}
