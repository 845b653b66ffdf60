import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes 3 MB of YAML with hundreds of resources that refer to each other in groups of ten. Returns the path. */
export async function writeLargeDocument(folder) {
  const { dump } = await import('js-yaml')
  const answer = (schema) => ({
    200: { description: 'What there is.', content: { 'application/json': { schema } } },
  })
  const paths = {}
  const schemas = {}
  for (let index = 1; index <= 300; index++) {
    const ref = { $ref: `#/components/schemas/Thing${index}` }
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
    schemas[`Thing${index}`] = {
      type: 'object',
      description: `One of the things that are known by the number ${index}. `.repeat(20),
      required: ['id', 'name'],
      properties: {
        id: { type: 'integer', readOnly: true },
        ...Object.fromEntries(
          ['name', ...Array.from({ length: 60 }, (_, at) => `note${at}`)].map((name) => [
            name,
            { type: 'string', description: `Its ${name}, which tells those who need it what it is about.` },
          ]),
        ),
        next: { $ref: `#/components/schemas/Thing${index % 10 === 0 ? index - 9 : index + 1}` },
      },
    }
    const body = { content: { 'application/json': { schema: ref } } }
    paths[`/things-${index}`] = {
      get: { responses: answer({ type: 'array', items: ref }) },
      post: { requestBody: body, responses: answer(ref) },
    }
    paths[`/things-${index}/{id}`] = { parameters: [id], get: { responses: answer(ref) } }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths,
    components: { schemas },
  }
  writeFileSync(join(folder, 'large.yaml'), dump(document, { noRefs: true }))
  return join(folder, 'large.yaml')
}
