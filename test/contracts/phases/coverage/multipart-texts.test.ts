import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { answer, sent, text } from '../../support/document-parts.ts'

const form = {
  type: 'object',
  required: ['name'],
  properties: { name: { ...text, minLength: 1, maxLength: 200 } },
}
const upload = { ...form, required: ['id', 'name'], properties: { id: text, ...form.properties } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Uploads', version: '1' },
  paths: { '/uploads': { post: { ...sent(form, 'multipart/form-data'), ...answer(201, upload) } } },
}

/** What is found in uploads whose names are any texts, of so many characters at most. */
async function findingsOf(most: number): Promise<readonly string[]> {
  let count = 0
  const { findings } = await runContract({
    document,
    phases: ['coverage'],
    async target(request: Request) {
      const given = await request.formData().catch(() => undefined)
      const part = given?.get('name')
      const name = typeof part === 'string' ? part : ((await part?.text()) ?? '')
      if (name === '' || [...name].length > most) return Response.json({}, { status: 400 })
      return Response.json({ id: String((count += 1)), name }, { status: 201 })
    },
  })
  return findings.filter(({ check }) => check === 'invalid-refused').map(({ message }) => message)
}

it('accepts that an object in a multipart field is read as a string', async () => {
  expect(await findingsOf(200)).toEqual([])
})

it('reports a string in a multipart field above its maxLength', async () => {
  expect(await findingsOf(300)).toEqual([expect.stringMatching(/above maxLength 200/)])
})
