import { describe, expect, it } from 'vitest'
import { parseReplay, replayCommand } from '../../../contracts/findings/replay.ts'
import { recordContract } from '../../../contracts/index.ts'
import { runDefaults } from '../../../contracts/options.ts'
import { embeddedFile } from '../../../spec/loading/embedded.ts'
import { startStore } from '../../saboteurs/petstore/start.ts'
import { pathOf } from '../saboteurs/found-by.ts'

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
    const command = replayCommand({ target, document: embeddedFile, options })('a/b')
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

describe('a replay', () => {
  it.each([
    ['long-name-crashes', 'coverage', 'createPet'],
    ['order-takes-no-stock', 'stateful', 'placeOrder'],
    ['sunset-weekday', 'lifecycle', 'getPet'],
  ] as const)('finds %s again, with the one case that found it', async (defect, phase, operationId) => {
    const [store, other] = [await startStore({ defect }), await startStore({ defect })]
    const {
      findings: [found],
    } = await recordContract({ target: store.url, phases: [phase], include: [operationId] })
    const path = pathOf(found!)
    const again = await recordContract({ target: other.url, only: path })
    await Promise.all([store.close(), other.close()])
    expect(again.cases.map((replayed) => replayed.case.path)).toEqual([path])
    expect(again.findings.map(({ id }) => id)).toContain(found!.id)
  })
})
