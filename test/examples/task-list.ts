interface Task {
  readonly id: number
  readonly title: string
  readonly done: boolean
}

/** The state that the list shows. */
interface TaskListState {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly tasks: readonly Task[]
  /** The error of the last request, if it failed. */
  readonly problem: string | undefined
}

/** The state of a component, for React's `useSyncExternalStore(list.subscribe, list.state)`. */
export interface TaskList {
  state(): TaskListState
  subscribe(listener: () => void): () => void
  load(): Promise<void>
  add(title: string): Promise<void>
  finish(task: Task): Promise<void>
}

export function createTaskList(baseUrl: string): TaskList {
  const listeners = new Set<() => void>()
  let state: TaskListState = { status: 'loading', tasks: [], problem: undefined }
  const show = (change: Partial<TaskListState>): void => {
    state = { ...state, problem: undefined, ...change }
    for (const listener of listeners) listener()
  }

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(baseUrl + path, {
      method,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const content = (await response.json()) as T & { readonly message: string }
    if (!response.ok) throw new Error(content.message)
    return content
  }

  const attempt = async (action: () => Promise<void>, failed: Partial<TaskListState> = {}): Promise<void> => {
    try {
      await action()
    } catch (error) {
      show({ ...failed, problem: (error as Error).message })
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load: () =>
      attempt(async () => show({ status: 'ready', tasks: await ask('GET', '/tasks') }), { status: 'failed' }),
    add: (title) =>
      attempt(async () => show({ tasks: [...state.tasks, await ask<Task>('POST', '/tasks', { title })] })),
    finish: ({ id, title }) =>
      attempt(async () => {
        const changed = await ask<Task>('PUT', `/tasks/${id}`, { title, done: true })
        show({ tasks: state.tasks.map((task) => (task.id === id ? changed : task)) })
      }),
  }
}
