import { beforeEach, describe, expect, it } from 'vitest'
import { openWorkshop, type Workshop } from '../workshop.ts'

describe('a reference of which a refusal says that it "belongs to another" owner', () => {
  let workshop: Workshop
  let path: string
  beforeEach(async () => {
    workshop = await openWorkshop()
    const { racks } = await workshop.shopWith('In')
    path = `/repairs/${(await workshop.repair(racks[0], 'Chain')).id}/move`
  })

  it('is refused with that status', async () => {
    const elsewhere = await workshop.shopWith('In')
    const move = await workshop.send('POST', path, { rackId: elsewhere.racks[0] ?? 0 })
    expect(move).toMatchObject({ status: 422 })
  })

  it('is refused with another status if it leads to nothing', async () => {
    expect(await workshop.send('POST', path, { rackId: 4711 })).toMatchObject({ status: 404 })
  })
})
