import { access, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Document, Operation } from '../../spec/document.ts'
import { loadDocument } from '../../spec/load.ts'
import { embeddedFile } from '../../spec/loading/embedded.ts'
import { operationsOf } from '../../spec/operations.ts'
import { MockOptionError } from '../option-error.ts'
import { absoluteServers, safeServerOf } from './servers.ts'

export interface InitOptions {
  /** Path or URL of an OpenAPI document. The embedded Pet Store by default. */
  readonly document?: string
  /** Created if it does not exist. */
  readonly folder: string
  /** Whether to overwrite existing files. */
  readonly force: boolean
}

export interface WrittenProject {
  /** Paths of the written files. */
  readonly files: readonly string[]
  /** The shell command that generates `api.d.ts`, if that could not be done. */
  readonly typesCommand?: string
}

/**
 * Writes `stablehand.config.ts`, `behaviours.ts` with a stub for each operation that changes data, and, if
 * openapi-typescript is installed, the document's types to `api.d.ts`. Rejects with a SpecError if the document is
 * unusable, with a MockOptionError if one of the files exists.
 */
export async function writeProject({
  document: source,
  folder,
  force,
}: InitOptions): Promise<WrittenProject> {
  const document = await loadDocument(source)
  const files = {
    'stablehand.config.ts': configText(document, source && referenceTo(source, folder)),
    'behaviours.ts': behavioursText(document, source),
  }
  await mkdir(folder, { recursive: true })
  if (!force) await refuseToOverwrite(folder, [...Object.keys(files), 'api.d.ts'])
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const types = await typesOf(folder, source)
  if ('command' in types) return { files: pathsOf(folder, Object.keys(files)), typesCommand: types.command }
  await writeFile(join(folder, 'api.d.ts'), types.text)
  return { files: pathsOf(folder, [...Object.keys(files), 'api.d.ts']) }
}

const pathsOf = (folder: string, names: readonly string[]): readonly string[] =>
  names.map((name) => join(folder, name))

async function refuseToOverwrite(folder: string, names: readonly string[]): Promise<void> {
  const paths = pathsOf(folder, names)
  const existing: string[] = []
  for (const path of paths) {
    await access(path).then(
      () => existing.push(path),
      () => {},
    )
  }
  if (existing.length > 0)
    throw new MockOptionError(`${existing.join(', ')} already exists. Use --force to overwrite.`)
}

const isUrl = (source: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(source)

/** The path relative to the folder, with slashes; a URL unchanged. */
function referenceTo(source: string, folder: string): string {
  if (isUrl(source)) return source
  const path = relative(resolve(folder), resolve(source)).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

function configText(document: Document, reference: string | undefined): string {
  const url = safeServerOf(document)
  const lines = [
    ...(reference === undefined ? [] : [`  document: ${quoted(reference)},`]),
    ...(url === undefined ? serverComment(document) : []),
    `  url: ${quoted(url ?? localUrl)},`,
  ]
  return `import { defineConfig } from 'stablehand/contracts'

/** Settings for \`stablehand check\`. Command line options take precedence. */
export default defineConfig({
${lines.join('\n')}
})
`
}

const localUrl = 'http://127.0.0.1:4010'

/** A comment with the servers of the document, one of which may be what the user wants. */
function serverComment(document: Document): readonly string[] {
  const urls = absoluteServers(document).map(({ url }) => url.replaceAll(/\s/g, '%20'))
  return urls.length === 0
    ? []
    : [`  // A check changes data. The document's own servers may hold real data: ${urls.join(', ')}`]
}

function behavioursText(document: Document, source: string | undefined): string {
  const { operations } = operationsOf(document)
  const changing = operations.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method))
  const typed = changing.filter((operation) => !isNameless(operation))
  const nameless = changing.filter(isNameless)
  return `import { defineBehaviours } from 'stablehand'
import type { operations } from './api.d.ts'

/**
 * Business rules for \`stablehand mock ${source === undefined ? '' : `${source} `}--behaviours behaviours.ts\`, by operation id.
 *
 * A behaviour receives the validated \`request\` (path, query, header, cookie, body), the \`store\` of records, \`now()\`,
 * \`random\`, and \`next()\`, which runs the mock's default behaviour. It returns \`ok(status, body)\` or
 * \`refuse(status, code, message)\`, both exported by 'stablehand'; a refusal rolls back all changes. For example:
 *
 *   ({ request, next }) => (isClosed(request) ? refuse(409, 'closed', 'We are closed.') : next())
 */
export default defineBehaviours<operations>({
${typed.map(stub).join('\n\n')}
})
${nameless.length === 0 ? '' : `\n${namelessComment(nameless)}\n`}`
}

const isNameless = ({ id, method, path }: Operation): boolean => id === `${method} ${path}`

function stub({ id, method, path, summary }: Operation): string {
  const about = [`${method} ${path}`, summary?.replaceAll(/\s+/g, ' ').trim()].filter(Boolean).join(': ')
  return `  /** ${about.replaceAll('*/', '* /')} */\n  ${keyOf(id)}: ({ next }) => next(),`
}

function namelessComment(nameless: readonly Operation[]): string {
  const ids = nameless.map(({ id }) => `//   ${quoted(id)}`).join('\n')
  return `// These operations have no operationId, and so no types. To override one, add it to the export: { ...typed, 'POST /pets': … }\n${ids}`
}

const keyOf = (id: string): string => (/^[A-Za-z_$][\w$]*$/.test(id) ? id : quoted(id))

const quoted = (text: string): string =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll(/[\n\r]/g, ' ')}'`

type Types = { readonly text: string } | { readonly command: string }

/** Generates types with the openapi-typescript installed for the folder, or else for this package. */
async function typesOf(folder: string, address = embeddedFile): Promise<Types> {
  const writer = await findWriter(folder)
  const command = `npx --yes openapi-typescript ${address} -o ${join(folder, 'api.d.ts')}`
  // Not to be installed beside the user's TypeScript, which may be newer than it allows.
  if (!writer) return { command }
  const url = isUrl(address) ? new URL(address) : pathToFileURL(resolve(address))
  return { text: writer.astToString(await writer.default(url, { silent: true })) }
}

interface TypesWriter {
  default(source: URL, options: { readonly silent: boolean }): Promise<unknown>
  astToString(tree: unknown): string
}

/** A module as `import()` returns it: the exports of a CommonJS module are those of its `default`. */
type Imported = TypesWriter | { readonly default: TypesWriter }

const isCommonJs = (imported: Imported): imported is { readonly default: TypesWriter } =>
  typeof imported.default !== 'function'

async function findWriter(folder: string): Promise<TypesWriter | undefined> {
  for (const from of [join(resolve(folder), 'package.json'), fileURLToPath(import.meta.url)]) {
    try {
      const path = createRequire(from).resolve('openapi-typescript')
      const imported = (await import(pathToFileURL(path).href)) as Imported
      return isCommonJs(imported) ? imported.default : imported
    } catch {
      continue
    }
  }
  return undefined
}
