import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'

interface Task {
  readonly id: number
  readonly title: string
  readonly done: boolean
}

/** An error response. */
class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** An implementation of `openapi.yaml` that keeps its tasks in memory. */
export function createBackend(): Express {
  const tasks = new Map<number, Task>()
  let last = 0

  const find = (request: Request): Task => {
    const id = Number(/^\d{1,7}$/.exec(String(request.params['taskId']))?.[0])
    if (!(id >= 1 && id <= 1_000_000))
      throw new Refusal(400, 'The id of a task is a number from 1 to 1000000.')
    const task = tasks.get(id)
    if (!task) throw new Refusal(404, `There is no task ${id}.`)
    return task
  }

  const app = express()
    .disable('x-powered-by')
    .disable('etag')
    .use(onlyJson, express.json({ strict: false }))
  app
    .route('/tasks')
    .get((request, response) => {
      const done = readDone(request.query['done'])
      response.json([...tasks.values()].filter((task) => done === undefined || task.done === done))
    })
    .post((request, response) => {
      const task = { id: last + 1, ...readTask(request.body) }
      last = task.id
      tasks.set(task.id, task)
      response.status(201).location(`/tasks/${task.id}`).json(task)
    })
    .all(refuseMethod('GET, POST'))
  app
    .route('/tasks/:taskId')
    .get((request, response) => {
      response.json(find(request))
    })
    .put((request, response) => {
      const task = { ...find(request), ...readTask(request.body) }
      tasks.set(task.id, task)
      response.json(task)
    })
    .delete((request, response) => {
      tasks.delete(find(request).id)
      response.status(204).end()
    })
    .all(refuseMethod('GET, PUT, DELETE'))
  app.use(() => {
    throw new Refusal(404, 'There is nothing here.')
  })
  return app.use(answerError)
}

const onlyJson: RequestHandler = (request, _response, next) => {
  const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers
  if (hasBody && !request.is('application/json')) throw new Refusal(415, 'Bodies are application/json.')
  next()
}

const refuseMethod =
  (allowed: string): RequestHandler =>
  (request, response) => {
    response.set('Allow', allowed)
    throw new Refusal(405, `${request.method} is not for this path.`)
  }

function readDone(value: unknown): boolean | undefined {
  if (value === undefined) return undefined
  if (value === 'true' || value === 'false') return value === 'true'
  throw new Refusal(400, 'done is true or false.')
}

function readTask(body: unknown): Omit<Task, 'id'> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(400, 'A task is an object.')
  const { title, done = false, ...others } = body as Readonly<Record<string, unknown>>
  if (typeof title !== 'string' || title === '' || [...title].length > 80)
    throw new Refusal(400, 'A title has 1 to 80 characters.')
  if (typeof done !== 'boolean') throw new Refusal(400, 'done is true or false.')
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Refusal(400, `A task has no ${unknown}.`)
  return { title, done }
}

const answerError: ErrorRequestHandler = (
  error: Error & { readonly status?: number },
  _request,
  response,
  _next,
) => {
  response.status(error.status ?? 500).json({ message: error.message })
}
