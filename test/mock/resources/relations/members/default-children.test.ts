import { expect, it } from 'vitest'
import { openWorkshop } from '../../workshop.ts'

it('a new record has the children that the description of its creation names, unless others are sent', async () => {
  const workshop = await openWorkshop()
  const namesIn = async (id: number) => (await workshop.list(`/shops/${id}/racks`)).map(({ name }) => name)
  const shop = await workshop.post('/shops', { name: 'Spokes' })
  expect(shop).toMatchObject({ rackCount: 3 })
  expect(await namesIn(shop.id)).toEqual(['In', 'Stand', 'Out'])
  const { id } = await workshop.shopWith('Only')
  expect(await namesIn(id)).toEqual(['Only'])
})
