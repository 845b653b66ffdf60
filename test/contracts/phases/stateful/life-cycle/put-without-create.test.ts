import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, content, gone, listOf, sent, text } from '../../../support/document-parts.ts'

const draft = {
  type: 'object',
  required: ['colour'],
  properties: { colour: { ...text, enum: ['red', 'green', 'blue'] }, hint: { ...text, maxLength: 40 } },
}
const label = { ...draft, required: ['name', 'colour'], properties: { name: text, ...draft.properties } }
const made = { 201: { description: 'Made', content: content(label) } }
const documentWith = (isListed: boolean): object => ({
  openapi: '3.1.0',
  info: { title: 'Labels', version: '1' },
  paths: {
    ...(isListed && { '/labels': { get: listOf(label) } }),
    '/labels/{name}': {
      ...at('name'),
      get: answer(200, label),
      put: { ...sent(draft), ...answer(200, label, made) },
      delete: gone,
    },
  },
})

type Label = Readonly<Record<string, unknown>>

interface Habits {
  /** Of a label that was there already. */
  readonly status?: number
  /** Of a label that was not there. */
  readonly created?: number
  /** Whether there is a list of them. */
  readonly isListed?: boolean
  readonly isDeletable?: boolean
  readonly kept?: (sent: Label) => Label
}

/** Labels that are put where they are to be, of which there are none. */
async function findingsOf({
  status = 200,
  created = 201,
  isListed = true,
  isDeletable = true,
  kept = (body) => body,
}: Habits = {}) {
  const labels = new Map<string, Label>()
  const refuse = (refusal: number): Response => Response.json({ message: 'No' }, { status: refusal })
  const { findings, summary } = await runContract({
    document: documentWith(isListed),
    phases: ['stateful'],
    async target(request: Request) {
      const name = decodeURIComponent(new URL(request.url).pathname.split('/')[2] ?? '')
      if (name === '') return request.method === 'PUT' ? refuse(404) : Response.json([...labels.values()])
      if (request.method === 'PUT') {
        if (request.headers.get('content-type')?.startsWith('application/json') !== true) return refuse(415)
        const value: unknown = await request.json().catch(() => undefined)
        if (!isLabel(value)) return refuse(400)
        const isThere = labels.has(name)
        labels.set(name, { ...kept(value), name })
        return Response.json(labels.get(name), { status: isThere ? status : created })
      }
      if (!labels.has(name)) return refuse(404)
      if (request.method !== 'DELETE') return Response.json(labels.get(name))
      if (isDeletable) labels.delete(name)
      return new Response(null, { status: 204 })
    },
  })
  expect(summary.covered).toBe(isListed ? 4 : 3)
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

function isLabel(value: unknown): value is Label {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { colour, hint = '' } = value as Label
  return (
    ['red', 'green', 'blue'].some((allowed) => allowed === colour) &&
    typeof hint === 'string' &&
    [...hint].length <= 40
  )
}

it('follows records that only PUT creates', async () => {
  expect(await findingsOf()).toEqual([])
})

it('follows records that only PUT creates and no list shows', async () => {
  expect(await findingsOf({ isListed: false })).toEqual([])
  expect(await findingsOf({ isListed: false, status: 201 })).toEqual([
    expect.stringMatching(/^repeat-put PUT/),
  ])
})

it.each<readonly [string, Habits, RegExp]>([
  ['stays when it is deleted', { isDeletable: false }, /^deleted-gone DELETE/],
  ['is created without saying so', { created: 200 }, /^put-created PUT .*expected 201, .*got 200/],
  ['is created again by each PUT', { status: 201 }, /^repeat-put PUT .*expected 200 or 204/],
  ['is not what was sent', { kept: ({ colour }) => ({ colour }) }, /^created-readable PUT .*hint = /],
])('reports one that %s', async (_, habits, finding) => {
  expect(await findingsOf(habits)).toContainEqual(expect.stringMatching(finding))
})
