import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, query, sent, text } from '../../../support/document-parts.ts'

const properties = {
  title: { ...text, minLength: 3, maxLength: 120 },
  summary: { type: ['string', 'null'], maxLength: 1000 },
}
const sold = { type: 'object', required: ['title'], properties }
const course = {
  ...sold,
  required: ['id', 'title'],
  properties: { id: { ...text, readOnly: true }, ...properties },
}

const code = { type: 'string', pattern: '^[A-Z]{3}-[0-9]{3}$' }

const listed = { type: 'array', items: course }
const counted = {
  type: 'object',
  required: ['items', 'total'],
  properties: { items: listed, total: { type: 'integer', description: 'Number of courses found.' } },
}

const documentWith = (description: string, shown: object, more: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/courses': {
      get: {
        operationId: 'listCourses',
        parameters: [query('q', { ...text, minLength: 1 }, { description })],
        ...answer(200, shown),
      },
      post: {
        ...sent({ ...sold, properties: { ...properties, ...more } }),
        ...answer(201, { ...course, properties: { ...course.properties, ...more } }),
      },
    },
    '/courses/{id}': {
      ...at('id'),
      get: answer(200, { ...course, properties: { ...course.properties, ...more } }),
      delete: gone,
    },
  },
})

interface Course {
  readonly title: string
  readonly summary?: string | null
  readonly code?: string
}

/** What is found of a service that searches in its own way. */
async function findingsOf(
  description: string,
  isFound: (course: Course, text: string) => boolean,
  { total = false, more = {} } = {},
): Promise<readonly string[]> {
  const items = { ...course, properties: { ...course.properties, ...more } }
  const document = documentWith(description, total ? counted : { ...listed, items }, more)
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only: 'stateful/courses/search-q',
    async target(request: Request) {
      const url = new URL(request.url)
      const q = url.searchParams.get('q')
      if (request.method !== 'GET' || q === null) return mock.fetch(request)
      url.searchParams.delete('q')
      const response = await mock.fetch(new Request(url, request))
      const page = (await response.json()) as readonly Course[] | { readonly items: readonly Course[] }
      if (!('items' in page)) return Response.json(page.filter((course) => isFound(course, q)))
      return Response.json({ ...page, items: page.items.filter((course) => isFound(course, q)) })
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

const both = ({ title, summary }: Course): string => `${title} ${summary ?? ''}`
const described = 'Case-insensitive search in title and summary.'

describe('a search in the properties that the document names', () => {
  it('has no finding if it finds a word in each of them, in any case', async () => {
    const finds = (course: Course, word: string): boolean =>
      both(course).toLowerCase().includes(word.toLowerCase())
    expect(await findingsOf(described, finds)).toEqual([])
  })

  it('is reported if it leaves out a property', async () => {
    const finds = ({ title }: Course, word: string): boolean =>
      title.toLowerCase().includes(word.toLowerCase())
    expect(await findingsOf(described, finds)).toEqual([
      expect.stringMatching(/^list-filter: .*every item that matches q=Larkspur/),
    ])
  })

  it.each([
    [described, ['list-filter']],
    ['Search in title and summary.', []],
    ['Case-insensitive search.', []],
  ])(
    'is reported if it is case-sensitive although the document says otherwise: %s',
    async (description, checks) => {
      const findings = await findingsOf(description, (course, word) => both(course).includes(word))
      expect(findings.map((finding) => finding.split(':')[0])).toEqual(checks)
    },
  )

  it('is reported if it leaves out a property that takes no word', async () => {
    const more = { code }
    const finds = (course: Course, part: string): boolean =>
      `${course.code ?? ''} ${course.title}`.includes(part)
    expect(await findingsOf('Part of the code or the title', finds, { more })).toEqual([])
    const found = await findingsOf(
      'Part of the code or the title',
      ({ title }, part) => title.includes(part),
      { more },
    )
    expect(found).toEqual([expect.stringMatching(/^list-filter: /)])
  })

  it('is reported if it finds what does not have the word', async () => {
    expect(await findingsOf(described, () => true)).toEqual([
      expect.stringMatching(/^list-filter: .*only items that match q=Foxglove/),
    ])
  })

  it('is reported if it does not find a part inside a word although the document says so', async () => {
    const found = await findingsOf('Part of the title', ({ title }, part) => title.startsWith(part))
    expect(found).toEqual([expect.stringMatching(/^list-filter: .*every item that matches q=xglov/)])
  })

  it.each([
    ['begins with it', (title: string, part: string) => title.startsWith(part), []],
    [
      'contains it',
      (title: string, part: string) => title.includes(part),
      [/only items that match q=xglove/],
    ],
    ['equals it', (title: string, part: string) => title === part, [/every item that matches q=Foxglo/]],
  ])('for beginnings finds a title that %s', async (_, matches, expected) => {
    const description = 'Courses whose title begins with this text'
    const found = await findingsOf(description, ({ title }, part) => matches(title, part))
    expect(found).toEqual(expected.map((each) => expect.stringMatching(each)))
  })

  it('is reported if it finds beginnings only, which the document does not say', async () => {
    const begins = (course: Course, word: string): boolean =>
      [course.title, course.summary ?? ''].some((each) => each.toLowerCase().startsWith(word.toLowerCase()))
    expect(await findingsOf(described, begins)).toEqual([
      expect.stringMatching(/^list-filter: .*every item that matches q=Hollyhock/),
    ])
  })

  it.each([
    ['equals it', (title: string, word: string) => title === word, []],
    ['begins with it', (title: string, word: string) => title.startsWith(word), []],
    ['is any', () => true, [/only items that match q=Foxglove/]],
  ])('that says no more than "by title" finds a title that %s', async (_, matches, expected) => {
    const found = await findingsOf('Search by title', ({ title }, word) => matches(title, word))
    expect(found).toEqual(expected.map((each) => expect.stringMatching(each)))
  })

  it('is reported if its total counts what it does not find', async () => {
    const found = await findingsOf(
      described,
      (course, word) => both(course).toLowerCase().includes(word.toLowerCase()),
      { total: true },
    )
    expect(found).toEqual([expect.stringMatching(/^list-total: .*1/)])
  })

  it('is not judged before it finds the new record', async () => {
    expect(await findingsOf(described, () => false)).toEqual([])
  })
})
