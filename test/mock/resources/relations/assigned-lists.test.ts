import { expect, it } from 'vitest'
import { openWorkshop } from '../workshop.ts'

it('what is "assigned to" somebody is listed by the ids of the assigned', async () => {
  const workshop = await openWorkshop()
  const { racks } = await workshop.shopWith('In')
  const [ada, bo] = [
    await workshop.post('/mechanics', { name: 'Ada' }),
    await workshop.post('/mechanics', { name: 'Bo' }),
  ]
  await workshop.repair(racks[0], 'Chain', { assigneeIds: [ada.id, bo.id] })
  await workshop.repair(racks[0], 'Brakes', { assigneeIds: [bo.id] })
  const titles = async (id: number) =>
    (await workshop.list(`/mechanics/${id}/repairs`)).map(({ title }) => title)
  expect([await titles(ada.id), await titles(bo.id)]).toEqual([['Chain'], ['Chain', 'Brakes']])
})
