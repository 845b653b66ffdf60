export interface Pet {
  readonly id: number
  readonly name: string
  readonly categoryId: number
  readonly status: string
}

interface Category {
  readonly id: number
  readonly name: string
}

type NewPet = Pick<Pet, 'name' | 'categoryId'>

/** An error response of the API. */
export class ApiError extends Error {
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[] = []) {
    super(message)
    this.details = details
  }
}

export interface Api {
  pets(limit: number, offset: number): Promise<{ readonly pets: readonly Pet[]; readonly total: number }>
  categories(): Promise<readonly Category[]>
  create(pet: NewPet): Promise<Pet>
  change(id: number, pet: NewPet): Promise<Pet>
  remove(id: number): Promise<void>
}

export function createApi(baseUrl: string): Api {
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(baseUrl + path, {
      method,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw await errorOf(response)
    return response
  }
  return {
    async pets(limit, offset) {
      const response = await send('GET', `/pets?limit=${limit}&offset=${offset}`)
      return {
        pets: (await response.json()) as readonly Pet[],
        total: Number(response.headers.get('x-total-count')),
      }
    },
    categories: async () => (await (await send('GET', '/categories')).json()) as readonly Category[],
    create: async (pet) => (await (await send('POST', '/pets', pet)).json()) as Pet,
    change: async (id, pet) => (await (await send('PATCH', `/pets/${id}`, pet)).json()) as Pet,
    remove: async (id) => void (await send('DELETE', `/pets/${id}`)),
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const { message, details = [] } = (await response.json()) as {
    message: string
    details?: readonly { path: string; message: string }[]
  }
  return new ApiError(
    message,
    details.map((detail) => `${detail.path.slice(1)}: ${detail.message}`),
  )
}
