import { beforeEach, describe, expect, it } from 'vitest'
import { openWorkshop, type Workshop } from '../workshop.ts'

describe('records at positions that start at zero', () => {
  let workshop: Workshop
  beforeEach(async () => {
    workshop = await openWorkshop()
  })

  const placesOf = async (path: string, name: 'name' | 'title'): Promise<readonly unknown[]> => {
    const records = await workshop.list(path)
    expect(records.map(({ position }) => position)).toEqual(records.map((_, index) => index))
    return records.map((each) => each[name])
  }

  it('make room for a new one at the position that it is created with', async () => {
    const { id } = await workshop.shopWith('In', 'Out')
    const path = `/shops/${id}/racks`
    expect(await workshop.post(path, { name: 'First', position: 0 })).toMatchObject({ position: 0 })
    expect(await workshop.post(path, { name: 'Last' })).toMatchObject({ position: 3 })
    expect(await placesOf(path, 'name')).toEqual(['First', 'In', 'Out', 'Last'])
  })

  it('close the gap that a deletion leaves, although clients may choose positions', async () => {
    const { id, racks } = await workshop.shopWith('In', 'Stand', 'Out')
    await workshop.send('DELETE', `/racks/${racks[1]}`)
    expect(await placesOf(`/shops/${id}/racks`, 'name')).toEqual(['In', 'Out'])
  })

  it('start at the least position that a move takes, and move between containers', async () => {
    const { racks } = await workshop.shopWith('In', 'Out')
    for (const title of ['a', 'b', 'c']) await workshop.repair(racks[0], title)
    const [a, , c] = await workshop.list(`/racks/${racks[0]}/repairs`)
    await workshop.send('POST', `/repairs/${String(c?.id)}/move`, { rackId: racks[0] ?? 0, position: 0 })
    expect(await placesOf(`/racks/${racks[0]}/repairs`, 'title')).toEqual(['c', 'a', 'b'])
    const moved = await workshop.post(`/repairs/${String(a?.id)}/move`, { rackId: racks[1] ?? 0 })
    expect(moved).toMatchObject({ rackId: racks[1], position: 0 })
    expect(await placesOf(`/racks/${racks[0]}/repairs`, 'title')).toEqual(['c', 'b'])
  })
})
