import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { runDefaults } from '../../../contracts/options.ts'
import { parseReplay, replayCommand } from '../../../contracts/findings/replay.ts'
import { startStore } from '../../saboteurs/petstore/start.ts'
import { services } from '../../saboteurs/services.ts'
import { phasesFor } from '../saboteurs/phases-for.ts'
import { recordContract } from '../../../contracts/index.ts'

const target = 'http://127.0.0.1:4010'

describe('the command of a replay', () => {
  it('names seed and path', () => {
    const command = replayCommand({ target, document: 'api.yaml', options: runDefaults })
    expect(command('coverage/createPet/accepted')).toBe(
      `stablehand check ${target} api.yaml --replay 1:coverage/createPet/accepted`,
    )
  })

  it('leaves out the document it would take anyway, and secrets', () => {
    const options = {
      ...runDefaults,
      seed: 7,
      authToken: 's3cret',
      headers: { 'x-tenant': 'one', 'x-api-key': 'k3y' },
      readOnly: true,
    }
    const command = replayCommand({ target, document: 'spec/petstore.yaml', options })('a/b')
    expect(command).toMatch(/^stablehand check http:\/\/127\.0\.0\.1:4010 --header 'x-tenant: one'/)
    expect(command).toContain('--auth-token "$STABLEHAND_TOKEN" --read-only --replay 7:a/b')
    expect(command).not.toMatch(/s3cret|k3y/)
  })

  it.each([
    ['1:coverage/createPet/accepted', { seed: 1, path: 'coverage/createPet/accepted' }],
    ['-5:fuzz/listPets/0/7:0:2', { seed: -5, path: 'fuzz/listPets/0/7:0:2' }],
    ['coverage/createPet', undefined],
    ['x:coverage/createPet', undefined],
    ['1:', undefined],
  ])('%s is read', (text, expected) => {
    expect(parseReplay(text)).toEqual(expected)
  })
})

const defects = new Map(
  services.flatMap((service) => service.defects.map((defect) => [defect.id, defect] as const)),
)

/** The first finding of a run against a store with a defect, which ends the run; the likeliest phases first. */
async function firstFinding(id: string): Promise<Finding> {
  const defect = defects.get(id)
  for (const phases of defect ? phasesFor(defect) : []) {
    const store = await startStore({ defect: id })
    const end = new AbortController()
    const { findings } = await recordContract({
      target: store.url,
      phases,
      signal: end.signal,
      onEvent: ({ kind }) => {
        if (kind === 'finding') end.abort()
      },
    })
    await store.close()
    if (findings[0]) return findings[0]
  }
  throw new Error(`${id} was not found.`)
}

describe('a replay', () => {
  it.each([
    'long-name-crashes',
    'name-may-be-long',
    'largest-limit-refused',
    'pet-not-kept',
    'rename-lost',
    'offset-ignored',
    'order-takes-no-stock',
    'short-stock-taken',
    'pet-id-reused',
    'if-match-ignored',
    'last-name-wins',
    'sunset-weekday',
  ])('finds %s again, with the one case that found it', async (defect) => {
    const { id, replay } = await firstFinding(defect)
    const { path } = parseReplay(/--replay (\S+)$/.exec(replay)![1]!.replaceAll("'", ''))!
    const other = await startStore({ defect })
    const again = await recordContract({ target: other.url, only: path })
    await other.close()
    expect(again.cases.map((replayed) => replayed.case.path)).toEqual([path])
    expect(again.findings.map((finding) => finding.id)).toContain(id)
  })
})
