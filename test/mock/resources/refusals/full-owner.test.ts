import { beforeEach, describe, expect, it } from 'vitest'
import { openWorkshop, type Known, type Workshop } from '../workshop.ts'

describe('what has reached the limit that the document names', () => {
  let workshop: Workshop
  let full: Known
  let other: number | undefined
  beforeEach(async () => {
    workshop = await openWorkshop()
    const { id, racks } = await workshop.shopWith('In')
    other = racks[0]
    full = await workshop.post(`/shops/${id}/racks`, { name: 'Stand', repairLimit: 1 })
    await workshop.repair(full.id, 'Brakes')
  })

  it('takes no new record', async () => {
    const creation = await workshop.send('POST', `/racks/${full.id}/repairs`, { title: 'Chain' })
    expect(creation).toMatchObject({ status: 409 })
  })

  it('takes none that is moved there', async () => {
    const { id } = await workshop.repair(other, 'Chain')
    const move = await workshop.send('POST', `/repairs/${id}/move`, { rackId: full.id })
    expect(move).toMatchObject({ status: 409 })
  })

  it('keeps one that is moved inside of it', async () => {
    const [repair] = await workshop.list(`/racks/${full.id}/repairs`)
    const path = `/repairs/${String(repair?.id)}/move`
    const move = await workshop.send('POST', path, { rackId: full.id, position: 0 })
    expect(move).toMatchObject({ status: 200 })
  })
})
