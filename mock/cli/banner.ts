import type { Colors } from 'picocolors/types.js'
import type { Operation } from '../../spec/document.ts'
import { operationsOf } from '../../spec/operations.ts'
import { controlPath } from '../control/paths.ts'
import type { Mock } from '../index.ts'
import { exampleCommands } from './example-commands.ts'

/** The text shown on start: the URLs, commands to try, with the token if one is required, and deprecated operations. */
export async function banner(
  mock: Mock,
  url: string,
  token: string | undefined,
  colors: Colors,
): Promise<string> {
  const { operations } = operationsOf(mock.document)
  return [
    '',
    `  ${colors.bold(titleOf(mock))}  ${colors.dim(`${operations.length} operations`)}`,
    `  ${colors.cyan(url)}`,
    `  ${colors.cyan(`${url}${controlPath}`)}  ${colors.dim('console')}`,
    ...section('Try', await exampleCommands(mock, url, token), colors),
    ...section(
      'Deprecated',
      operations.filter(({ lifecycle }) => lifecycle.deprecated).map(describeDeprecated),
      colors,
    ),
    '',
    `  ${colors.dim('Press Ctrl+C to stop.')}`,
    '',
    '',
  ].join('\n')
}

function titleOf({ document }: Mock): string {
  const { title, version } = document.root.info ?? {}
  return [title ?? document.source, version].filter((part) => part !== undefined).join(' ')
}

/** Keeps long lists from pushing the rest off the screen. */
const maxLines = 8

function section(title: string, lines: readonly string[], colors: Colors): readonly string[] {
  if (lines.length === 0) return []
  const rest = lines.length > maxLines ? [`… and ${lines.length - maxLines} more`] : []
  return [
    '',
    `  ${colors.dim(title)}`,
    ...[...lines.slice(0, maxLines), ...rest].map((line) => `    ${line}`),
  ]
}

/** For example `GET /pets/{petId}  until 2030-12-05; use /pets?id={petId}`. */
function describeDeprecated({ method, path, lifecycle }: Operation): string {
  const { sunset, successor } = lifecycle
  const details = [
    ...(sunset === undefined ? [] : [`until ${new Date(sunset * 1000).toISOString().slice(0, 10)}`]),
    ...(successor === undefined ? [] : [`use ${successor}`]),
  ]
  return `${method} ${path}  ${details.join('; ')}`.trimEnd()
}
