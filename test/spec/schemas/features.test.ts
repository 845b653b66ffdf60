import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../spec/load.ts'
import { schemaFeatures } from '../../../spec/schemas/features.ts'

const featuresOf = async (schemas: object) =>
  schemaFeatures(
    await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, components: { schemas } }),
  )

describe('readOnly and writeOnly in a document', () => {
  it('are unused where no property has them', async () => {
    expect(await featuresOf({ Pet: { required: ['id'], properties: { id: {} } } })).toMatchObject({
      viewsDiffer: false,
      usesWriteOnly: false,
    })
  })

  it('distinguish requests and responses only where such a property is required', async () => {
    const Pet = { properties: { id: { readOnly: true }, secret: { writeOnly: true } } }
    expect(await featuresOf({ Pet })).toMatchObject({ viewsDiffer: false, usesWriteOnly: true })
    expect(await featuresOf({ Pet, Other: { required: ['id'] } })).toMatchObject({ viewsDiffer: true })
    expect(await featuresOf({ Pet, Other: { required: ['name'] } })).toMatchObject({ viewsDiffer: false })
  })

  it('may apply to any property where a component schema has one', async () => {
    const Id = { type: 'string', readOnly: true }
    expect(await featuresOf({ Id, Pet: { required: ['id'] } })).toMatchObject({ viewsDiffer: true })
    expect(await featuresOf({ Id })).toMatchObject({ viewsDiffer: false })
  })

  it('are ignored as names of properties', async () => {
    const Field = { properties: { readOnly: { type: 'boolean' }, required: { type: 'boolean' } } }
    expect(await featuresOf({ Field })).toMatchObject({ viewsDiffer: false, usesWriteOnly: false })
  })
})
