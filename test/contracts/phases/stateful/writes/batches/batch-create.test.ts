import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { answer, at, gone, listOf, sent, text } from '../../../../support/document-parts.ts'

const tag = {
  type: 'object',
  required: ['code', 'name'],
  properties: {
    code: { ...text, pattern: '^[A-Z]{6}$' },
    name: { ...text, minLength: 1, maxLength: 30 },
    hidden: { type: 'boolean', default: false },
  },
}
const several = {
  type: 'object',
  required: ['tags'],
  properties: { tags: { type: 'array', minItems: 1, maxItems: 5, items: tag } },
}
const shown = { type: 'object', required: ['data'], properties: { data: { type: 'array', items: tag } } }

const documentWith = (description: string, conflict: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Tags', version: '1' },
  paths: {
    '/tags': { get: listOf(tag) },
    '/tags/{code}': { ...at('code'), get: answer(200, tag), delete: gone },
    '/tags/bulk': {
      post: {
        operationId: 'createTags',
        description,
        ...sent(several),
        ...answer(201, shown, { 409: { description: conflict } }),
      },
    },
  },
})

interface Tag {
  readonly code: string
  readonly name: string
  readonly hidden?: boolean
}

/** What is found of a service that changes what it stores, what it shows, or what it refuses. */
async function findingsOf(
  { stores = (tag) => tag, shows = (data) => data, refuses = true, keepsPart, takesTwice }: Partial<Ways>,
  rule = 'Creates all tags or none.',
  conflict = 'One of the tags exists already.',
): Promise<readonly string[]> {
  const tags = new Map<string, Tag>()
  const { findings } = await runContract({
    document: documentWith(rule, conflict),
    phases: ['stateful'],
    include: ['createTags'],
    async target(request: Request) {
      const code = new URL(request.url).pathname.split('/')[2] ?? ''
      if (request.method === 'POST') {
        const { tags: sent } = (await request.json()) as { readonly tags: readonly Tag[] }
        const isTwice = new Set(sent.map((each) => each.code)).size < sent.length
        if (isTwice && takesTwice !== true) return new Response(null, { status: 409 })
        if (refuses && sent.some((each) => tags.has(each.code))) {
          const [first] = sent
          if (keepsPart === true && first) tags.set(first.code, first)
          return new Response(null, { status: 409 })
        }
        const stored = sent.map((each) => stores({ hidden: false, ...each }))
        for (const each of stored) tags.set(each.code, each)
        return Response.json({ data: shows(stored) }, { status: 201 })
      }
      if (code === '') return Response.json([...tags.values()])
      const tag = tags.get(code)
      if (!tag) return new Response(null, { status: 404 })
      if (request.method !== 'DELETE') return Response.json(tag)
      tags.delete(code)
      return new Response(null, { status: 204 })
    },
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

interface Ways {
  stores(tag: Tag): Tag
  shows(data: readonly Tag[]): readonly Tag[]
  readonly refuses: boolean
  readonly keepsPart: boolean
  readonly takesTwice: boolean
}

describe('records that are created together', () => {
  it('have no finding if all are stored and shown as they were sent', async () => {
    expect(await findingsOf({})).toEqual([])
  })

  it('are reported if one is missing in the response, although the document promises all or none', async () => {
    const cut = { shows: (data: readonly Tag[]) => data.slice(0, 1) }
    expect(await findingsOf(cut)).toEqual([
      expect.stringMatching(/^created-readable createTags: .*got no record in the response/),
    ])
    expect(await findingsOf(cut, 'Creates tags.')).toEqual([])
  })

  it('are reported if a value of one is lost', async () => {
    expect(await findingsOf({ stores: (tag) => ({ ...tag, hidden: false }) })).toEqual([
      expect.stringMatching(/^created-readable createTags: .*expected hidden = true, as sent; got false/),
    ])
  })

  it('are reported if a later read shows another value', async () => {
    let sent: readonly Tag[] = []
    const stores = (tag: Tag): Tag => {
      sent = [...sent.slice(-1), tag]
      return { ...tag, name: 'unnamed' }
    }
    expect(await findingsOf({ stores, shows: () => sent })).toEqual([
      expect.stringMatching(/^created-readable createTags: .*expected name = .*, as sent; got "unnamed"/),
    ])
  })

  it('are reported if they are accepted again, although the document excludes those that exist', async () => {
    expect(await findingsOf({ refuses: false })).toEqual([
      expect.stringMatching(
        /^invalid-refused createTags: .*records that exist already to be refused; got 201/,
      ),
    ])
    expect(await findingsOf({ refuses: false }, 'Creates all tags or none.', 'Conflict')).toEqual([])
  })

  it('are reported if one is created beside another that is refused, where the document promises all or none', async () => {
    expect(await findingsOf({ keepsPart: true })).toEqual([
      expect.stringMatching(
        /^failed-write createTags: .*no change by a new record beside one that exists, .*409; got .* was added/,
      ),
    ])
    expect(await findingsOf({ keepsPart: true }, 'Creates tags.')).toEqual([])
  })

  it('are reported if one may be listed twice, although the document excludes it', async () => {
    const rules = ['Creates all tags or none.', 'One of the tags is listed twice.'] as const
    expect(await findingsOf({ takesTwice: true }, ...rules)).toEqual([
      expect.stringMatching(/^invalid-refused createTags: .*the same record twice to be refused; got 201/),
    ])
    expect(await findingsOf({}, ...rules)).toEqual([])
  })
})
