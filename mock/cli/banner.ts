import type { Colors } from 'picocolors/types.js'
import type { Operation } from '../../spec/document.ts'
import { own } from '../../spec/util/object.ts'
import { stringifyJson } from '../../spec/json.ts'
import { operationsOf } from '../../spec/operations.ts'
import { controlPath } from '../control/paths.ts'
import type { Mock } from '../index.ts'

/** What a person sees first: where it is, what to try, and what is on its way out. */
export async function banner(mock: Mock, url: string, colors: Colors): Promise<string> {
  const { operations } = operationsOf(mock.document)
  const tries = await commands(mock, operations, url)
  return [
    '',
    `  ${colors.bold(titleOf(mock))}  ${colors.dim(`${operations.length} operations`)}`,
    `  ${colors.cyan(url)}`,
    `  ${colors.cyan(`${url}${controlPath}`)}  ${colors.dim('console')}`,
    ...section('Try', tries, colors),
    ...section(
      'Deprecated',
      operations.filter(({ lifecycle }) => lifecycle.deprecated).map(farewell),
      colors,
    ),
    '',
    `  ${colors.dim('Ctrl+C ends it.')}`,
    '',
    '',
  ].join('\n')
}

function titleOf({ document }: Mock): string {
  const { title, version } = document.root.info ?? {}
  return [title ?? document.source, version].filter((part) => part !== undefined).join(' ')
}

/** Long lists of deprecated operations would push the rest off the screen. */
const most = 8

function section(title: string, lines: readonly string[], colors: Colors): readonly string[] {
  if (lines.length === 0) return []
  const rest = lines.length > most ? [`… and ${lines.length - most} more`] : []
  return ['', `  ${colors.dim(title)}`, ...[...lines.slice(0, most), ...rest].map((line) => `    ${line}`)]
}

function farewell({ method, path, lifecycle }: Operation): string {
  const { sunset, successor } = lifecycle
  const end = sunset === undefined ? '' : `  ends ${new Date(sunset * 1000).toISOString().slice(0, 10)}`
  return `${method} ${path}${end}${successor === undefined ? '' : `, then ${successor}`}`
}

/** A curl for a list, for one of its items and for adding one, as far as the document has them. */
async function commands(
  mock: Mock,
  operations: readonly Operation[],
  url: string,
): Promise<readonly string[]> {
  const list = operations.find(
    (each) => each.method === 'GET' && !each.path.includes('{') && needsNothing(each),
  )
  const create = operations.find(
    (each) => each.method === 'POST' && !each.path.includes('{') && exampleBody(each),
  )
  const item = await itemPath(mock, operations, list?.path)
  return [
    ...(list ? [`curl ${url}${list.path}`] : []),
    ...(item === undefined ? [] : [`curl -i ${url}${item}`]),
    ...(create
      ? [
          `curl -d ${quoted(exampleBody(create) ?? '')} -H 'Content-Type: application/json' ${url}${create.path}`,
        ]
      : []),
  ]
}

function needsNothing({ parameters }: Operation): boolean {
  return parameters.every(({ required }) => !required)
}

function exampleBody({ requestBody }: Operation): string | undefined {
  const media = requestBody?.content.find(({ type }) => type === 'application/json')
  const example = media?.examples[0]?.value ?? own(media?.schema?.schema, 'example')
  return example === undefined ? undefined : stringifyJson(example as never)
}

/** The path of a record that is there, of the preferred resource when it has one. */
async function itemPath(
  mock: Mock,
  operations: readonly Operation[],
  preferred: string | undefined,
): Promise<string | undefined> {
  const { collections } = await mock.snapshot()
  const inOrder = [...collections].sort(
    (one, other) => Number(other.resource === preferred) - Number(one.resource === preferred),
  )
  for (const { resource, scope, records } of inOrder) {
    const [first] = records
    const read = operations.find(
      ({ method, path }) =>
        method === 'GET' &&
        path.startsWith(`${resource}/{`) &&
        /^\/\{[^{}/]+\}$/.test(path.slice(resource.length)),
    )
    if (first && read && scope.length === 0) return `${resource}/${encodeURIComponent(first[0])}`
  }
  return undefined
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
