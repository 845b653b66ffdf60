import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, gone, kept, listOf, sent, text } from '../support/document-parts.ts'

const id = { ...text, readOnly: true }
const course = {
  type: 'object',
  required: ['id', 'title', 'status'],
  properties: { id, title: text, status: { enum: ['draft', 'published', 'archived'], readOnly: true } },
}
const part = (owner: string): object => ({
  type: 'object',
  required: ['id', owner, 'title'],
  properties: { id, [owner]: id, title: text },
})
const conflict = { 409: { description: 'Not in this state' } }
const below = (owner: string): object => ({
  ...at(owner),
  get: listOf(part(owner)),
  post: { ...sent(part(owner)), ...answer(201, part(owner)) },
})
const action = (description: string): object => ({
  ...at('courseId'),
  post: { description, ...answer(200, course, conflict) },
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/courses': kept(course),
    '/courses/{courseId}': {
      ...at('courseId'),
      get: answer(200, course),
      delete: { summary: 'Archive a course', ...gone },
    },
    '/courses/{courseId}/modules': below('courseId'),
    '/modules/{moduleId}': { ...at('moduleId'), get: answer(200, part('courseId')) },
    '/modules/{moduleId}/lessons': below('moduleId'),
    '/lessons/{lessonId}': { ...at('lessonId'), get: answer(200, part('moduleId')) },
    '/courses/{courseId}/publish': action('Courses with at least one lesson can be published.'),
    '/courses/{courseId}/restore': action('Returns 409 if the course is not archived.'),
  },
}

interface Kept {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly status: string
}

/** The operations that are accepted by a service whose courses are published once a module has a lesson, and restored once archived. */
async function accepted(): Promise<ReadonlySet<string>> {
  const records = new Map<string, Kept>()
  const done = new Set<string>()
  const shown = ({ id, owner, title, status }: Kept): object =>
    id.startsWith('courses')
      ? { id, title, status }
      : { id, title, [id.startsWith('modules') ? 'courseId' : 'moduleId']: owner }
  const of = (kind: string, owner = ''): readonly Kept[] =>
    [...records.values()].filter((each) => each.id.startsWith(kind) && each.owner === owner)
  const move = (record: Kept, status: string): Response => {
    const moved = { ...record, status }
    records.set(record.id, moved)
    return Response.json(shown(moved))
  }
  await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const [, kind = '', id = '', part] = new URL(request.url).pathname.split('/')
      const record = records.get(id)
      const collection = part ?? kind
      if (id !== '' && !record) return new Response(null, { status: 404 })
      if (request.method === 'DELETE' && record) return move(record, 'archived')
      if (record && collection === 'publish') {
        const hasLesson = of('modules', id).some((each) => of('lessons', each.id).length > 0)
        if (record.status !== 'draft' || !hasLesson) return new Response('No lesson yet', { status: 409 })
        done.add('publish')
        return move(record, 'published')
      }
      if (record && collection === 'restore') {
        if (record.status !== 'archived') return new Response(null, { status: 409 })
        done.add('restore')
        return move(record, 'draft')
      }
      if (request.method !== 'POST')
        return record && part === undefined
          ? Response.json(shown(record))
          : Response.json(of(collection, id).map(shown))
      const body = (await request.json().catch(() => null)) as { readonly title?: unknown } | null
      if (typeof body?.title !== 'string') return new Response(null, { status: 400 })
      const made = {
        id: `${collection}-${String(records.size)}`,
        owner: id,
        title: body.title,
        status: 'draft',
      }
      records.set(made.id, made)
      return Response.json(shown(made), { status: 201 })
    },
  })
  return done
}

it('acts on records once a part of them has what is demanded, and once they are archived', async () => {
  expect([...(await accepted())].sort()).toEqual(['publish', 'restore'])
})
