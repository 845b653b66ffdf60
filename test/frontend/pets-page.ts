import { ApiError, createApi, type Pet } from './api.ts'

const pageSize = 10

const find = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`The page has no ${selector}.`)
  return element
}

/** A page that lists, creates, edits and deletes the pets of the API at `baseUrl`. */
export async function showPets(baseUrl: string): Promise<void> {
  const api = createApi(baseUrl)
  const form = find('#editor') as HTMLFormElement
  const categories = new Map<number, string>()
  let pets: readonly Pet[] = []
  let edited: Pet | undefined

  const say = (text: string): void => {
    find('#status').textContent = text
  }

  /** Runs an action and shows the error of the API if it fails. */
  const attempt = async (action: () => Promise<void>): Promise<void> => {
    const errors = find('#errors')
    errors.replaceChildren()
    try {
      await action()
    } catch (error) {
      errors.replaceChildren(...complaint(error))
    }
  }

  const load = async (offset: number): Promise<void> => {
    const page = await api.pets(offset === 0 ? Math.max(pageSize, pets.length) : pageSize, offset)
    pets = offset === 0 ? page.pets : [...pets, ...page.pets]
    find('#pets').replaceChildren(...pets.map(row))
    find('#more').hidden = pets.length >= page.total
    say(`${pets.length} of ${page.total} pets`)
  }

  const row = (pet: Pet): HTMLElement => {
    const tr = document.createElement('tr')
    for (const text of [pet.name, categories.get(pet.categoryId) ?? '', pet.status]) {
      tr.insertCell().textContent = text
    }
    tr.insertCell().append(
      button(`Edit ${pet.name}`, 'Edit', () => edit(pet)),
      button(`Delete ${pet.name}`, 'Delete', () =>
        attempt(async () => {
          await api.remove(pet.id)
          await load(0)
          say(`${pet.name} is deleted.`)
        }),
      ),
    )
    return tr
  }

  const edit = (pet: Pet | undefined): void => {
    edited = pet
    find('#editor-title').textContent = pet ? `Edit ${pet.name}` : 'New pet'
    if (!pet) return
    fieldOf(form, 'name').value = pet.name
    fieldOf(form, 'categoryId').value = String(pet.categoryId)
    fieldOf(form, 'name').focus()
  }

  const save = async (): Promise<void> => {
    const pet = { name: fieldOf(form, 'name').value, categoryId: Number(fieldOf(form, 'categoryId').value) }
    const saved = edited ? await api.change(edited.id, pet) : await api.create(pet)
    form.reset()
    await load(0)
    say(`${saved.name} is saved.`)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(save)
  })
  form.addEventListener('reset', () => edit(undefined))
  find('#more').addEventListener('click', () => void attempt(() => load(pets.length)))

  await attempt(async () => {
    const select = find('#editor select') as HTMLSelectElement
    for (const { id, name } of await api.categories()) {
      categories.set(id, name)
      select.add(new Option(name, String(id)))
    }
    await load(0)
  })
}

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement
}

function button(label: string, text: string, action: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.setAttribute('aria-label', label)
  element.textContent = text
  element.addEventListener('click', action)
  return element
}

function complaint(error: unknown): readonly Node[] {
  const message = document.createElement('p')
  message.textContent = error instanceof Error ? error.message : String(error)
  const list = document.createElement('ul')
  for (const detail of error instanceof ApiError ? error.details : []) {
    list.append(Object.assign(document.createElement('li'), { textContent: detail }))
  }
  return list.childElementCount === 0 ? [message] : [message, list]
}
