import { beforeEach, describe, expect, it } from 'vitest'
import { openWorkshop, type Workshop } from '../workshop.ts'

describe('records that are overdue by the clock', () => {
  let workshop: Workshop
  let shop: number
  beforeEach(async () => {
    workshop = await openWorkshop()
    const { id, racks } = await workshop.shopWith('In', 'Out')
    shop = id
    await workshop.repair(racks[0], 'yesterday', { dueDate: '2030-05-09' })
    await workshop.repair(racks[0], 'today', { dueDate: '2030-05-10' })
    await workshop.repair(racks[1], 'whenever')
  })

  const titles = async (path: string) => (await workshop.list(path)).map(({ title }) => title)

  it('are selected by a parameter of that name', async () => {
    expect(await titles('/repairs?overdue=true')).toEqual(['yesterday'])
    expect(await titles('/repairs?overdue=false')).toHaveLength(3)
  })

  it('have a list of their own', async () => {
    expect(await titles('/repairs/overdue')).toEqual(['yesterday'])
  })

  it('are counted', async () => {
    const { body } = await workshop.send('GET', `/shops/${shop}/stats`)
    expect(body).toMatchObject({ totalRepairs: 3, overdueRepairs: 1 })
  })
})
