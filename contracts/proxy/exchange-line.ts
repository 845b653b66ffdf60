import type { Colors } from '../reporters/colors.ts'
import type { ExchangeSummary } from './exchange-summary.ts'

/** Formats an exchange as one line: `✗ GET    200 /pets/3  4 ms  response-body`. */
export function exchangeLine(
  { method, target, status, milliseconds, verdict, says }: ExchangeSummary,
  colors: Colors,
): string {
  const { dim, red, yellow, green } = colors
  const [mark, paint] = {
    fine: ['✓', green],
    warning: ['!', yellow],
    error: ['✗', red],
    unjudged: ['·', dim],
    failed: ['✗', red],
  }[verdict] as [string, (text: string) => string]
  const time = verdict === 'failed' ? '' : dim(`  ${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`)
  const said = says.length === 0 ? '' : `  ${paint(says.join(', '))}`
  return `${paint(mark)} ${method.padEnd(6)} ${status === undefined ? '---' : String(status)} ${target}${time}${said}`
}
