import { beforeEach, describe, expect, it } from 'vitest'
import { openWorkshop, type Known, type Workshop } from '../workshop.ts'

describe('a POST with the id of a record that a list shows', () => {
  let workshop: Workshop
  let path: string
  let sticker: Known
  beforeEach(async () => {
    workshop = await openWorkshop()
    const { id, racks } = await workshop.shopWith('In')
    sticker = await workshop.post(`/shops/${id}/stickers`, { name: 'urgent' })
    path = `/repairs/${(await workshop.repair(racks[0], 'Chain')).id}`
  })

  const add = async (stickerId: number) => workshop.send('POST', `${path}/stickers`, { stickerId: stickerId })

  it('puts the record on the list', async () => {
    expect(await add(sticker.id)).toMatchObject({ status: 200, body: { stickers: [sticker] } })
    expect(await workshop.send('GET', path)).toMatchObject({ body: { stickers: [sticker] } })
  })

  it('is refused if it is on the list already', async () => {
    await add(sticker.id)
    expect(await add(sticker.id)).toMatchObject({ status: 409 })
  })

  it('is refused if there is no such record', async () => {
    expect(await add(4711)).toMatchObject({ status: 404 })
  })
})
