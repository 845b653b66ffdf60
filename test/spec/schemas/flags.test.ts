import { describe, expect, it } from 'vitest'
import { flagsOf } from '../../../spec/schemas/flags.ts'
import { loadDocument } from '../../../spec/load.ts'

const flags = async (schemas: object) =>
  flagsOf(
    await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, components: { schemas } }),
  )

describe('readOnly and writeOnly in a document', () => {
  it('come to nothing where there are none', async () => {
    expect(await flags({ Pet: { required: ['id'], properties: { id: {} } } })).toMatchObject({
      doViewsDiffer: false,
      hasWriteOnly: false,
    })
  })

  it('make requests and responses differ where a property is required somewhere', async () => {
    const Pet = { properties: { id: { readOnly: true }, secret: { writeOnly: true } } }
    expect(await flags({ Pet })).toMatchObject({ doViewsDiffer: false, hasWriteOnly: true })
    expect(await flags({ Pet, Other: { required: ['id'] } })).toMatchObject({ doViewsDiffer: true })
    expect(await flags({ Pet, Other: { required: ['name'] } })).toMatchObject({ doViewsDiffer: false })
  })

  it('may be those of any property where a schema that can be referred to has one', async () => {
    const Id = { type: 'string', readOnly: true }
    expect(await flags({ Id, Pet: { required: ['id'] } })).toMatchObject({ doViewsDiffer: true })
    expect(await flags({ Id })).toMatchObject({ doViewsDiffer: false })
  })

  it('are properties like any other where they are called so', async () => {
    const Field = { properties: { readOnly: { type: 'boolean' }, required: { type: 'boolean' } } }
    expect(await flags({ Field })).toMatchObject({ doViewsDiffer: false, hasWriteOnly: false })
  })
})
