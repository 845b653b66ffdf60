import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../', import.meta.url)
const decisions = readdirSync(new URL('decisions', root)).map((name) => `decisions/${name}`)

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', ...decisions])(
  '%s names only files and folders that exist',
  (name) => {
    const text = readFileSync(new URL(name, root), 'utf8')
    const paths = [...text.matchAll(/`((?:spec|mock|contracts|fixtures|test|\.ci)\/[\w./-]*)`/g)].flatMap(
      ([, path]) => path ?? [],
    )
    expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  },
)
