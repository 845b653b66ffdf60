import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { isJsonObject, type JsonObject } from '../../../spec/json.ts'
import { answer, at, kept, sent, text } from '../support/document-parts.ts'

const id = { ...text, readOnly: true }
const record = (...names: readonly string[]): object => ({
  type: 'object',
  required: ['id', ...names],
  properties: { id, ...Object.fromEntries(names.map((name) => [name, text])) },
})
const task = {
  type: 'object',
  required: ['id', 'courseId', 'title'],
  properties: { id, courseId: id, title: text, dueAt: { ...text, format: 'date-time' } },
}
const submission = {
  type: 'object',
  required: ['id', 'taskId', 'learnerId'],
  properties: { id, taskId: id, learnerId: text },
}
const conflict = { 409: { description: 'Conflict' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/learners': kept(record('name')),
    '/learners/{learnerId}': { ...at('learnerId'), get: answer(200, record('name')) },
    '/courses': kept(record('title')),
    '/courses/{courseId}': { ...at('courseId'), get: answer(200, record('title')) },
    '/enrollments': kept(record('courseId', 'learnerId')),
    '/enrollments/{enrollmentId}': {
      ...at('enrollmentId'),
      get: answer(200, record('courseId', 'learnerId')),
    },
    '/courses/{courseId}/tasks': { ...at('courseId'), ...kept(task) },
    '/tasks/{taskId}': { ...at('taskId'), get: answer(200, task) },
    '/tasks/{taskId}/submissions': {
      ...at('taskId'),
      post: {
        description: 'Returns 409 if the learner has no enrollment in the course.',
        ...sent(submission),
        ...answer(201, submission, conflict),
      },
    },
    '/submissions/{submissionId}': { ...at('submissionId'), get: answer(200, submission) },
  },
}

/** The answers of a service that takes work only before it is due, from learners who are enrolled in its course. */
async function submissions(): Promise<readonly number[]> {
  const records = new Map<string, JsonObject>()
  const statuses: number[] = []
  const all = (kind: string): readonly JsonObject[] =>
    [...records].flatMap(([key, each]) => (key.startsWith(kind) ? [each] : []))
  await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const [, kind = '', key = '', part] = new URL(request.url).pathname.split('/')
      const owner = records.get(key)
      const collection = part ?? kind
      if (key !== '' && !owner) return new Response(null, { status: 404 })
      if (request.method !== 'POST') return Response.json(owner && !part ? owner : all(collection))
      const body: unknown = await request.json().catch(() => null)
      if (!isJsonObject(body as JsonObject)) return new Response(null, { status: 400 })
      const { dueAt, learnerId = null, ...rest } = body as JsonObject
      if (learnerId !== null && !(typeof learnerId === 'string' && records.has(learnerId)))
        return new Response(null, { status: 404 })
      const isEnrolled = all('enrollments').some(
        (each) => each['courseId'] === owner?.['courseId'] && each['learnerId'] === learnerId,
      )
      if (collection === 'submissions') {
        const due = owner?.['dueAt']
        const isLate = typeof due === 'string' && Date.parse(due) < Date.now()
        statuses.push(isEnrolled && !isLate ? 201 : 409)
        if (statuses.at(-1) === 409) return new Response(null, { status: 409 })
      }
      const made = {
        ...rest,
        id: `${collection}-${String(records.size)}`,
        ...(learnerId === null ? {} : { learnerId }),
        ...(dueAt === undefined ? {} : { dueAt }),
        ...(part === 'tasks' ? { courseId: key } : part === 'submissions' ? { taskId: key } : {}),
      }
      records.set(made.id, made)
      return Response.json(made, { status: 201 })
    },
  })
  return statuses
}

it('joins the records that a request names before each of them, and sends it before what is due has passed', async () => {
  expect(await submissions()).toContain(201)
})
