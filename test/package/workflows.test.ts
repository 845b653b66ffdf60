import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { root } from './npm.ts'

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

interface Job {
  readonly 'runs-on': string
  readonly 'timeout-minutes': number
  readonly permissions?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> }
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[]
}

const folder = join(root, '.github/workflows')
const workflows = new Map(
  readdirSync(folder).map((name) => [name, load(readFileSync(join(folder, name), 'utf8')) as Workflow]),
)
const jobs = [...workflows.values()].flatMap((workflow) => Object.values(workflow.jobs))
const steps = jobs.flatMap((job) => job.steps)
const commands = steps.flatMap(({ run = '' }) => run.split('\n').map((line) => line.trim()))

describe('the workflows of the repository', () => {
  it('have read-only permissions, except for publishing', () => {
    expect([...workflows.values()].map(({ permissions }) => permissions)).toEqual(
      [...workflows].map(() => ({ contents: 'read' })),
    )
    expect(jobs.filter(({ permissions }) => permissions)).toEqual([
      expect.objectContaining({ permissions: { contents: 'read', 'id-token': 'write' } }),
    ])
  })

  it('use one version of each action and have a timeout', () => {
    const used = steps.flatMap(({ uses = [] }) => uses)
    expect(used.filter((action) => !/^actions\/[a-z-]+@v\d+\.\d+\.\d+$/.test(action))).toEqual([])
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined)).toEqual([])
  })

  it('test the supported versions of Node and operating systems', () => {
    const { linux, systems } = workflows.get('ci.yml')?.jobs ?? {}
    expect(linux?.strategy?.matrix['node']).toEqual(['20', '22', '24'])
    expect(systems?.strategy?.matrix['system']).toEqual([
      expect.stringContaining('windows'),
      expect.stringContaining('macos'),
    ])
  })

  it('run scripts and tests that exist', () => {
    const scripts = commands.flatMap((line) => /^npm run (\S+)$/.exec(line)?.[1] ?? [])
    expect(scripts).toEqual(['build', 'licences', 'build'])
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([])
    const tested = commands.flatMap((line) => /^npx vitest run (.+)$/.exec(line)?.[1]?.split(' ') ?? [])
    expect(tested.length).toBeGreaterThan(0)
    expect(tested.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('publish what was tested, with provenance', () => {
    const release = workflows.get('release.yml')?.jobs['publish']?.steps.map(({ run = '' }) => run) ?? []
    const at = (begin: string): number => release.findIndex((line) => line.startsWith(begin))
    expect(at('npm test')).toBeGreaterThan(0)
    expect(at('npm publish --provenance')).toBeGreaterThan(at('npm test'))
  })
})
