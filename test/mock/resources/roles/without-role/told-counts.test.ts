import { expect, it } from 'vitest'
import { openWorkshop } from '../../workshop.ts'

it('a list with a number for each record counts those that refer to it', async () => {
  const workshop = await openWorkshop()
  await workshop.shopWith('Elsewhere')
  const { id, racks } = await workshop.shopWith('In', 'Out')
  await workshop.repair(racks[1], 'Chain')
  expect((await workshop.send('GET', `/shops/${id}/stats`)).body).toMatchObject({
    repairsByRack: [
      { rackId: racks[0], name: 'In', count: 0 },
      { rackId: racks[1], name: 'Out', count: 1 },
    ],
  })
})
