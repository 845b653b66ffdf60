// Lists all production packages with their licences. Exits with 1 if one has a licence that is not listed below or runs
// an install script, or if there are too many packages.
// `--json` prints JSON with the folder of each package. The folder of another package can be given as an argument.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** SPDX ids of permissive licences. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Unlicense',
])
const limit = 190

const asJson = process.argv.includes('--json')
const root =
  process.argv.slice(2).find((word) => !word.startsWith('--')) ??
  fileURLToPath(new URL('..', import.meta.url))
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folder an import of `name` resolves to from `folder`, or undefined if it is not installed. */
function find(name, folder) {
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (at === root || at === dirname(at)) return
  }
}

/** Every package npm installs with the one in `folder`, by its folder. */
function production(folder, found = new Map()) {
  const { dependencies = {}, optionalDependencies = {}, ...manifest } = manifestOf(folder)
  const { peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  // Optional peers are not installed by npm.
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  for (const name of new Set([...peers, ...Object.keys({ ...dependencies, ...optionalDependencies })])) {
    const at = find(name, folder)
    if (!at && !(name in optionalDependencies))
      throw new Error(`${folder} needs ${name}, which is not installed.`)
    if (!at || found.has(at)) continue
    found.set(at, describe(at))
    production(at, found)
  }
  return found
}

function describe(folder) {
  const { name, version, license, licenses, scripts = {} } = manifestOf(folder)
  const spelled = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ') ?? ''
  const hooks = ['preinstall', 'install', 'postinstall'].filter((hook) => hook in scripts)
  // npm runs node-gyp for these without an install script.
  if (existsSync(join(folder, 'binding.gyp'))) hooks.push('binding.gyp')
  return {
    name,
    version,
    licence: spelled,
    scripts: hooks,
    folder: relative(root, folder).replaceAll(sep, '/'),
  }
}

/** Whether an SPDX expression is allowed: `(MIT OR GPL-2.0)` is, `MIT AND GPL-2.0` is not. */
const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, ' ')
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((id) => allowed.has(id.trim())))

/** The packages in the bundles of dist/, from the licence lists Vite writes. */
function bundled() {
  const lists = ['browser', 'demo'].map((name) => join(root, 'dist', name, 'licenses.md')).filter(existsSync)
  const headings = lists.flatMap((list) => [
    ...readFileSync(list, 'utf8').matchAll(/^## (\S+) - (\S+) \((.*)\)$/gm),
  ])
  return headings.map(([, name, version, licence]) => ({ name, version, licence, scripts: [] }))
}

function problems(packages) {
  const found = [...packages, ...bundled()].flatMap(({ name, version, licence, scripts }) => [
    ...(isAllowed(licence) ? [] : [`${name} ${version} has the licence '${licence}', which is not allowed.`]),
    ...scripts.map((script) => `${name} ${version} runs an install script: ${script}.`),
  ])
  if (packages.length > limit)
    found.push(`There are ${packages.length} production packages, more than ${limit}.`)
  return [...new Set(found)]
}

const packages = [...production(root).values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
if (asJson) console.log(JSON.stringify(packages, undefined, 2))
else {
  for (const { name, version, licence } of packages) console.log(`${name} ${version}: ${licence}`)
  const counts = new Map()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const summary = [...counts].map(([licence, count]) => `${count} ${licence}`).join(', ')
  console.log(`\n${packages.length} production packages: ${summary}`)
}
const found = problems(packages)
for (const problem of found) console.error(problem)
if (found.length > 0) process.exitCode = 1
