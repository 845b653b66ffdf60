import { expect, it } from 'vitest'
import { recordContract } from '../../../contracts/index.ts'
import { answer, at, gone, listOf, sent, text } from '../support/document-parts.ts'

const tag = {
  type: 'object',
  required: ['code'],
  properties: { code: { ...text, pattern: '^[A-Z]{6}$' }, label: { ...text, minLength: 1, maxLength: 9 } },
}
const tags = { type: 'array', minItems: 1, maxItems: 3, items: tag }
const several = { type: 'object', required: ['tags'], properties: { tags } }
const shown = { type: 'object', required: ['data'], properties: { data: { type: 'array', items: tag } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Tags', version: '1' },
  paths: {
    '/tags': { get: listOf(tag) },
    '/tags/{code}': { ...at('code'), get: answer(200, tag), delete: gone },
    '/tags/bulk': {
      post: {
        operationId: 'createTags',
        ...sent(several),
        ...answer(201, shown, { 400: { description: 'Invalid' }, 409: { description: 'Taken' } }),
      },
    },
  },
}

interface Tag {
  readonly code: string
  readonly label?: string
}

const isTag = (tag: Tag | null): boolean => {
  const { code, label } = tag ?? {}
  return (
    typeof code === 'string' &&
    /^[A-Z]{6}$/.test(code) &&
    (label === undefined || (typeof label === 'string' && label !== '' && [...label].length <= 9))
  )
}

it('records that are created together have codes that none has yet, so that too many of them are noticed', async () => {
  const codes = new Set<string>()
  const { findings, cases } = await recordContract({
    document,
    only: 'coverage/createTags/body/tags*',
    async target(request: Request) {
      if (request.method === 'DELETE') return new Response(null, { status: 204 })
      if (request.method !== 'POST') return Response.json([])
      const body = (await request.json()) as { readonly tags?: unknown } | null
      const list = body?.tags
      if (!Array.isArray(list) || list.length === 0 || !list.every((each) => isTag(each as Tag | null)))
        return Response.json({}, { status: 400 })
      const sentTags = list as readonly Tag[]
      const isTaken = sentTags.some(({ code }, index) => {
        return codes.has(code) || sentTags.findIndex((each) => each.code === code) !== index
      })
      if (isTaken) return Response.json({}, { status: 409 })
      for (const { code } of sentTags) codes.add(code)
      return Response.json({ data: sentTags }, { status: 201 })
    },
  })
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([
    expect.stringMatching(/^invalid-refused: .*above maxItems 3.* to be refused; got 201/),
  ])
  expect(cases.filter(({ verdict }) => verdict.kind === 'inconclusive')).toEqual([])
})
