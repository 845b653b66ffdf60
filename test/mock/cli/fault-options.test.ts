import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFaultOptions, faultOptions, type FaultFlags } from '../../../mock/cli/fault-options.ts'
import { createMock, type MockOptions } from '../../../mock/index.ts'
import { clientOf } from '../client.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-scenarios-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function optionsOf(...args: readonly string[]): Promise<MockOptions> {
  const command = addFaultOptions(new Command('mock'))
    .exitOverride()
    .configureOutput({ writeErr() {} })
  command.parse(args, { from: 'user' })
  return faultOptions(command.opts<FaultFlags>())
}

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

describe('fault options on the command line', () => {
  it('are parsed like the options of createMock', async () => {
    const options = await optionsOf('--latency', '0..1', '--fail', '100%', '--rate-limit', '1/h')
    const send = clientOf(await createMock(options))
    expect([(await send('GET', '/pets')).status, (await send('GET', '/pets')).status]).toEqual([503, 429])
  })

  it.each([
    [['--latency', '9..1'], "Invalid latency '9..1': the end of the range is below its start."],
    [['--fail', '5'], "Invalid failure rate '5': use a percentage from 0% to 100%, such as 5%."],
    [['--rate-limit', '5'], "Invalid rate limit '5': use requests per time, such as 100/60s, 5/s or 1000/h."],
    [['--latancy', '5'], 'Did you mean --latency?'],
  ])('reject %j', async (args, reason) => {
    await expect(optionsOf(...args)).rejects.toThrow(reason)
  })

  it('load scenarios from a file, also in TypeScript', async () => {
    const path = await file(
      'scenarios.ts',
      `import { refuse, scenario } from 'stablehand'
       export default [scenario('shut', { behaviours: { listPets: () => refuse(503, 'shut', 'Shut.') } })]`,
    )
    const options = await optionsOf('--scenarios', path, '--scenario', 'shut')
    expect((await clientOf(await createMock(options))('GET', '/pets')).status).toBe(503)
  })

  it('report what is wrong with a scenarios file', async () => {
    await expect(optionsOf('--scenarios', join(folder, 'none.ts'))).rejects.toThrow(
      /^The scenarios file .* does not exist\.$/,
    )
    const noList = await file('no-list.js', 'export default {}')
    await expect(optionsOf('--scenarios', noList)).rejects.toThrow(
      'must have a default export: a list of scenarios.',
    )
  })

  it.each([
    ['true', [], 'report'],
    ['true', ['--no-self-check'], false],
    ['false', [], false],
    ['', [], false],
    ['', ['--self-check'], 'report'],
  ] as const)('CI=%j %j: the self-check is %j', async (ci, args, selfCheck) => {
    const before = process.env['CI']
    process.env['CI'] = ci
    try {
      expect((await optionsOf(...args)).selfCheck).toBe(selfCheck)
    } finally {
      if (before === undefined) delete process.env['CI']
      else process.env['CI'] = before
    }
  })
})
