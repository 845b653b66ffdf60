import type { Colors } from 'picocolors/types.js'
import type { Operation } from '../../spec/document.ts'
import { stringifyJson } from '../../spec/json.ts'
import { operationsOf } from '../../spec/operations.ts'
import { own } from '../../spec/util/object.ts'
import { controlPath } from '../control/paths.ts'
import type { Mock } from '../index.ts'

/** The text shown on start: the URLs, commands to try, and deprecated operations. */
export async function banner(mock: Mock, url: string, colors: Colors): Promise<string> {
  const { operations } = operationsOf(mock.document)
  const tries = await curlCommands(mock, operations, url)
  return [
    '',
    `  ${colors.bold(titleOf(mock))}  ${colors.dim(`${operations.length} operations`)}`,
    `  ${colors.cyan(url)}`,
    `  ${colors.cyan(`${url}${controlPath}`)}  ${colors.dim('console')}`,
    ...section('Try', tries, colors),
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

/** A curl command each for a list, for a record and for creating one, as far as they need no parameters. */
async function curlCommands(
  mock: Mock,
  operations: readonly Operation[],
  url: string,
): Promise<readonly string[]> {
  const list = operations.find(
    (operation) =>
      operation.method === 'GET' && !operation.path.includes('{') && hasNoRequiredParameters(operation),
  )
  const create = operations.find(
    (operation) =>
      operation.method === 'POST' &&
      !operation.path.includes('{') &&
      hasNoRequiredParameters(operation) &&
      exampleBody(operation),
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

/** Whether there are no required parameters besides those in the path. */
function hasNoRequiredParameters({ parameters }: Operation): boolean {
  return parameters.every((parameter) => !parameter.required || parameter.in === 'path')
}

function exampleBody({ requestBody }: Operation): string | undefined {
  const media = requestBody?.content.find(({ type }) => type === 'application/json')
  const example = media?.examples[0]?.value ?? own(media?.schema?.schema, 'example')
  return example === undefined ? undefined : stringifyJson(example as never)
}

/** The path of an existing record, of the preferred resource if it has any. */
async function itemPath(
  mock: Mock,
  operations: readonly Operation[],
  preferred: string | undefined,
): Promise<string | undefined> {
  const { collections } = await mock.snapshot()
  const inOrder = [...collections].sort(
    (a, b) => Number(b.resource === preferred) - Number(a.resource === preferred),
  )
  for (const { resource, scope, records } of inOrder) {
    const [first] = records
    const read = operations.find(
      (operation) =>
        operation.method === 'GET' &&
        operation.path.startsWith(`${resource}/{`) &&
        /^\/\{[^{}/]+\}$/.test(operation.path.slice(resource.length)) &&
        hasNoRequiredParameters(operation),
    )
    if (first && read && scope.length === 0) return `${resource}/${encodeURIComponent(first[0])}`
  }
  return undefined
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
