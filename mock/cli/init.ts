import { access, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Document, Operation } from '../../spec/document.ts'
import { loadDocument } from '../../spec/load.ts'
import { operationsOf } from '../../spec/operations.ts'
import { MockOptionError } from '../engine/option-error.ts'

/** What is written for, and where. */
export interface InitOptions {
  /** OpenAPI document: a path or URL; the embedded Pet Store when absent. */
  readonly document?: string
  /** Where the files go; made when it is not there. */
  readonly folder: string
  /** Whether files that are there are written over. */
  readonly force: boolean
}

/** What came of it. */
export interface Written {
  /** Paths of the files written. */
  readonly files: readonly string[]
  /** Why `api.d.ts` was not written; what to do. */
  readonly untyped?: string
}

/**
 * Writes what a project begins with: `stablehand.config.ts`, `behaviours.ts` with a stub for each operation that changes
 * something, and the types of the document, `api.d.ts`, if openapi-typescript is installed. Rejects with a SpecError, or a
 * MockOptionError when there are such files already.
 */
export async function writeProject({ document: source, folder, force }: InitOptions): Promise<Written> {
  const document = await loadDocument(source)
  const files = {
    'stablehand.config.ts': configText(document, source && referenceTo(source, folder)),
    'behaviours.ts': behavioursText(document, source),
  }
  await mkdir(folder, { recursive: true })
  if (!force) await refuseToOverwrite(folder, [...Object.keys(files), 'api.d.ts'])
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const types = await typesOf(source, folder)
  if ('untyped' in types) return { files: pathsOf(folder, Object.keys(files)), untyped: types.untyped }
  await writeFile(join(folder, 'api.d.ts'), types.text)
  return { files: pathsOf(folder, [...Object.keys(files), 'api.d.ts']) }
}

const pathsOf = (folder: string, names: readonly string[]): readonly string[] =>
  names.map((name) => join(folder, name))

async function refuseToOverwrite(folder: string, names: readonly string[]): Promise<void> {
  const paths = pathsOf(folder, names)
  const there = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => [path],
        () => [],
      ),
    ),
  )
  const known = there.flat()
  if (known.length > 0)
    throw new MockOptionError(`${known.join(', ')}: already there; --force writes over it.`)
}

const isUrl = (source: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(source)

/** A path as it is from the folder, with slashes; a URL as it is. */
function referenceTo(source: string, folder: string): string {
  if (isUrl(source)) return source
  const path = relative(resolve(folder), resolve(source)).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

function configText(document: Document, reference: string | undefined): string {
  const lines = [
    ...(reference === undefined ? [] : [`  document: ${quoted(reference)},`]),
    `  url: ${quoted(serverOf(document))},`,
  ]
  return `import { defineConfig } from 'stablehand/contracts'

/** For \`stablehand check\`; what the command line says goes first. */
export default defineConfig({
${lines.join('\n')}
})
`
}

/** The first server with an address of its own. */
function serverOf({ root }: Document): string {
  const urls = (root.servers ?? []).map(({ url }) => url)
  return urls.find((url) => typeof url === 'string' && /^https?:[^{]+$/.test(url)) ?? 'http://127.0.0.1:4010'
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
 * A behaviour has the decoded, valid \`request\` (path, query, header, cookie, body), the \`store\` of records, \`now()\`,
 * \`random\`, and \`next()\`, which does what the mock does without it. It answers with \`ok(status, body)\` or
 * \`refuse(status, code, message)\` of 'stablehand'; what it refuses leaves the store as it was. For example:
 *
 *   ({ request, next }) => (isClosed(request) ? refuse(409, 'closed', 'We are closed.') : next())
 */
export default defineBehaviours<operations>({
${typed.map(stub).join('\n\n')}
})
${nameless.length === 0 ? '' : `\n${remark(nameless)}\n`}`
}

const isNameless = ({ id, method, path }: Operation): boolean => id === `${method} ${path}`

function stub({ id, method, path, summary }: Operation): string {
  const about = [`${method} ${path}`, summary?.replaceAll(/\s+/g, ' ').trim()].filter(Boolean).join(': ')
  return `  /** ${about.replaceAll('*/', '* /')} */\n  ${keyOf(id)}: ({ next }) => next(),`
}

function remark(nameless: readonly Operation[]): string {
  const ids = nameless.map(({ id }) => `//   ${quoted(id)}`).join('\n')
  return `// These have no operationId, and so no types; export them beside the others, { ...typed, 'POST /pets': … }:\n${ids}`
}

const keyOf = (id: string): string => (/^[A-Za-z_$][\w$]*$/.test(id) ? id : quoted(id))

const quoted = (text: string): string =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll(/[\n\r]/g, ' ')}'`

type Types = { readonly text: string } | { readonly untyped: string }

/** By openapi-typescript as the folder sees it, else as this package does. */
async function typesOf(source: string | undefined, folder: string): Promise<Types> {
  const writer = await findWriter(folder)
  const address =
    source === undefined ? fileURLToPath(new URL('../../spec/petstore.yaml', import.meta.url)) : source
  const command = `npx openapi-typescript ${address} -o ${join(folder, 'api.d.ts')}`
  if (!writer) return { untyped: `npm install --save-dev openapi-typescript typescript && ${command}` }
  const tree = await writer.default(isUrl(address) ? new URL(address) : pathToFileURL(resolve(address)), {
    silent: true,
  })
  return { text: writer.astToString(tree) }
}

interface TypesWriter {
  default(source: URL, options: { readonly silent: boolean }): Promise<unknown>
  astToString(tree: unknown): string
}

async function findWriter(folder: string): Promise<TypesWriter | undefined> {
  for (const from of [join(resolve(folder), 'package.json'), fileURLToPath(import.meta.url)]) {
    try {
      const path = createRequire(from).resolve('openapi-typescript')
      return (await import(pathToFileURL(path).href)) as TypesWriter
    } catch {
      continue
    }
  }
  return undefined
}
