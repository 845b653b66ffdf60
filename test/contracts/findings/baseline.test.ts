import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  describeKnown,
  readBaseline,
  vanishedFrom,
  writeBaseline,
} from '../../../contracts/findings/baseline.ts'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { runDefaults } from '../../../contracts/options.ts'
import type { Recording } from '../../../contracts/recording.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-'))
})
afterAll(() => rm(folder, { recursive: true }))

const file = (): string => join(folder, 'baseline.json')

const finding = (id: string, operation: string, check: string): Finding => ({
  id,
  operation,
  check,
  severity: 'error',
  title: `${check} of ${operation}`,
  message: `${check} of ${operation}: expected 1; got 2.`,
  expected: '1',
  actual: '2',
  requirement: 'RFC 9110',
  request: null,
  response: null,
  curl: '',
  replay: '',
})

function recording(parts: Partial<Pick<Recording, 'findings' | 'known' | 'stopped'>> = {}): Recording {
  const operations = ['listPets', 'readPet'].map((id) => ({
    id,
    method: 'GET',
    path: `/${id}`,
    statuses: ['200'],
    deprecated: false,
    since: undefined,
    sunset: undefined,
    stability: undefined,
  }))
  const about = { kind: 'run-started', tool: 'stablehand', version: '1', document: 'd', target: 't' } as const
  const started = { ...about, seed: 1, startedAt: '', operations, cases: [], checks: [] }
  const rest = { foundAt: [], cases: [], statuses: [], notes: [], stopped: undefined, finished: undefined }
  return { started, findings: [], known: [], ...rest, ...parts }
}

describe('a baseline', () => {
  it('lists new and known findings, sorted and without values', async () => {
    const one = finding('b', 'readPet', 'int64')
    const others = [finding('c', 'listPets', 'int64'), finding('a', 'readPet', 'cors')]
    await writeBaseline(file(), recording({ findings: [one, ...others.slice(0, 1)], known: others.slice(1) }))
    expect(await readBaseline(file())).toEqual([
      { id: 'c', check: 'int64', operation: 'listPets', message: 'int64 of listPets' },
      { id: 'a', check: 'cors', operation: 'readPet', message: 'cors of readPet' },
      { id: 'b', check: 'int64', operation: 'readPet', message: 'int64 of readPet' },
    ])
    expect(await readFile(file(), 'utf8')).toMatch(/\}\n$/)
  })

  it.each([
    ['is not there', undefined, /the file does not exist; --update-baseline creates it/],
    ['is no JSON', '{', /cannot be read/],
    ['has no findings', '{}', /"findings" must be a list of objects with an "id"/],
    [
      'has findings without an id',
      '{"findings":[{"check":"int64"}]}',
      /"findings" must be a list of objects with an "id"/,
    ],
    ['is null', 'null', /"findings" must be a list of objects with an "id"/],
  ])('that %s is refused', async (name, text, reason) => {
    const path = join(folder, `${name}.json`)
    if (text !== undefined) await writeFile(path, text)
    await expect(readBaseline(path)).rejects.toThrow(reason)
  })
})

describe('a finding of the baseline that a run does not report', () => {
  const accepted = [
    { id: 'a', operation: 'readPet' },
    { id: 'b', operation: 'listPets' },
    { id: 'c' },
    { id: 'd', operation: 'goneLongAgo' },
  ]
  const met = recording({ known: [finding('b', 'listPets', 'int64')] })
  const idsOf = (findings: readonly { readonly id: string }[]): readonly string[] =>
    findings.map(({ id }) => id)

  it('has vanished', () => {
    expect(idsOf(vanishedFrom(accepted, met, runDefaults))).toEqual(['a', 'c', 'd'])
  })

  it('has vanished only if the run covers its operation and check', () => {
    expect(idsOf(vanishedFrom(accepted, met, { ...runDefaults, include: ['readPet'] }))).toEqual(['a'])
    expect(idsOf(vanishedFrom(accepted, met, { ...runDefaults, exclude: ['readPet'] }))).toEqual([])
  })

  it('has not vanished if the run ended early or is a shard', () => {
    const stopped = { kind: 'stopped', reason: 'max-time', message: '' } as const
    expect(vanishedFrom(accepted, { ...met, stopped }, runDefaults)).toEqual([])
    expect(vanishedFrom(accepted, met, { ...runDefaults, shard: { index: 1, count: 2 } })).toEqual([])
    expect(vanishedFrom(accepted, met, { ...runDefaults, only: 'coverage/readPet' })).toEqual([])
  })

  it('is reported next to the findings that remain', () => {
    const one = describeKnown(met, [{ id: 'a', check: 'int64', operation: 'readPet' }, { id: 'c' }])
    expect(one.split('\n')).toEqual([
      '1 known finding remains.',
      'No longer found: a int64 of readPet',
      'No longer found: c',
      'Remove findings that are no longer found from the baseline (--update-baseline rewrites it).',
    ])
    const two = recording({ known: [finding('a', 'x', 'y'), finding('b', 'x', 'y')] })
    expect(describeKnown(two, [])).toBe('2 known findings remain.')
    expect(describeKnown(recording(), [])).toBe('')
  })
})
