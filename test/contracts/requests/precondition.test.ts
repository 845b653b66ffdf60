import { describe, expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, note, sent } from '../support/document-parts.ts'

const tag = { ETag: { schema: { type: 'string' } } }
const body = { 'application/json': { schema: note } }
const read = { ...answer(200, note, { 200: { description: 'Fine', headers: tag, content: body } }) }
const changed = answer(200, note, { 412: { description: 'Changed' }, 428: { description: 'Which one?' } })
const change = {
  type: 'object',
  minProperties: 1,
  properties: { title: { type: 'string', minLength: 1, maxLength: 30 } },
}
const documentOf = (parameters: readonly object[]): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { ...sent(change), ...answer(201, note) } },
    '/notes/{id}': { ...at('id'), get: read, patch: { parameters, ...sent(change), ...changed } },
  },
})
const parameter = { name: 'If-Match', in: 'header', schema: { type: 'string' } }
const documents: readonly (readonly [string, readonly object[]])[] = [
  ['by its answers alone', []],
  ['by its answers', [parameter]],
  ['by its document', [{ ...parameter, required: true }]],
]

interface Note {
  readonly title: string
  readonly version: number
}

/** Notes that are changed by who names the version that is there, or that `isCurrent` takes for it. */
function notes(
  isCurrent: (sentTag: string, current: string) => boolean,
  isRequired = true,
): (request: Request) => Promise<Response> {
  const all = new Map<string, Note>()
  const refuse = (status: number): Response => Response.json({ message: 'No' }, { status })
  let count = 0
  return async (request) => {
    const isNew = request.method === 'POST'
    const id = isNew ? `n${String((count += 1))}` : (new URL(request.url).pathname.split('/')[2] ?? '')
    const before = all.get(id)
    if (!isNew && !before) return refuse(404)
    const ifMatch = request.headers.get('if-match')
    const tagOf = ({ version }: Note): string => `"${id}-${String(version)}"`
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const type = request.headers.get('content-type') ?? ''
      const sentValue: unknown = await request.json().catch(() => undefined)
      if (!type.startsWith('application/json')) return refuse(415)
      if (!isChange(sentValue)) return refuse(400)
      const current = all.get(id)
      if (current && ifMatch === null && isRequired) return refuse(428)
      if (current && ifMatch !== null && !isCurrent(ifMatch, tagOf(current))) return refuse(412)
      all.set(id, { title: sentValue.title, version: (current?.version ?? 0) + 1 })
    }
    const { title, version } = all.get(id) ?? { title: '', version: 0 }
    return Response.json(
      { id, title },
      { status: isNew ? 201 : 200, headers: { etag: tagOf({ title, version }) } },
    )
  }
}

function isChange(value: unknown): value is { readonly title: string } {
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : undefined
  return typeof title === 'string' && title !== '' && [...title].length <= 30
}

describe.each(documents)('an operation that requires If-Match %s', (_, parameters) => {
  const document = documentOf(parameters)
  const findingsOf = async (isCurrent: (sentTag: string, current: string) => boolean) => {
    const { findings, summary } = await runContract({ document, target: notes(isCurrent) })
    expect(summary.covered).toBe(3)
    return findings
      .filter(({ severity }) => severity === 'error')
      .map(({ check, message }) => `${check}: ${message}`)
  }

  it('is sent the current entity tag of the record', async () => {
    expect(await findingsOf((sentTag, current) => sentTag === current)).toEqual([])
  })

  it('is reported if it accepts any', async () => {
    expect(await findingsOf(() => true)).toContainEqual(
      expect.stringMatching(/^conditional-request: .*412 to If-Match with an outdated ETag; got 200/),
    )
  })
})

it.each([
  ['error', 'The version that is changed. Required.'],
  ['warning', 'The version that is changed.'],
])('is reported as %s if 428 is declared, but not given', async (severity, description) => {
  const document = documentOf([{ ...parameter, description }])
  const target = notes((sentTag, current) => sentTag === current, false)
  const { findings } = await runContract({ document, target, phases: ['stateful'] })
  expect(findings.map((each) => `${each.severity} ${each.check}: ${each.message}`)).toContainEqual(
    expect.stringMatching(
      new RegExp(`^${severity} conditional-request: .*428 to a write without If-Match; got 200`),
    ),
  )
})
