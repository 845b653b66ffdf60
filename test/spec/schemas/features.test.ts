import { describe, expect, it } from 'vitest'
import { schemaFeatures } from '../../../spec/schemas/features.ts'
import { loadDocument } from '../../../spec/load.ts'

const featuresOf = async (schemas: object) =>
  schemaFeatures(
    await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, components: { schemas } }),
  )

describe('readOnly and writeOnly in a document', () => {
  it('come to nothing where there are none', async () => {
    expect(await featuresOf({ Pet: { required: ['id'], properties: { id: {} } } })).toMatchObject({
      viewsDiffer: false,
      usesWriteOnly: false,
    })
  })

  it('make requests and responses differ where a property is required somewhere', async () => {
    const Pet = { properties: { id: { readOnly: true }, secret: { writeOnly: true } } }
    expect(await featuresOf({ Pet })).toMatchObject({ viewsDiffer: false, usesWriteOnly: true })
    expect(await featuresOf({ Pet, Other: { required: ['id'] } })).toMatchObject({ viewsDiffer: true })
    expect(await featuresOf({ Pet, Other: { required: ['name'] } })).toMatchObject({ viewsDiffer: false })
  })

  it('may be those of any property where a schema that can be referred to has one', async () => {
    const Id = { type: 'string', readOnly: true }
    expect(await featuresOf({ Id, Pet: { required: ['id'] } })).toMatchObject({ viewsDiffer: true })
    expect(await featuresOf({ Id })).toMatchObject({ viewsDiffer: false })
  })

  it('are properties like any other where they are called so', async () => {
    const Field = { properties: { readOnly: { type: 'boolean' }, required: { type: 'boolean' } } }
    expect(await featuresOf({ Field })).toMatchObject({ viewsDiffer: false, usesWriteOnly: false })
  })
})
