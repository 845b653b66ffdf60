import { reply } from '../../shared/exchange.ts'
import { refuse } from './call.ts'
import { noSuch, type Handlers } from './pets.ts'
import { inOrder, key, type Category } from './state.ts'

type CategoryOperation = 'listCategories' | 'createCategory' | 'getCategory' | 'deleteCategory'

export const categories: Pick<Handlers, CategoryOperation> = {
  listCategories: (_, state) => reply(200, inOrder(state.categories)),

  createCategory({ body }, state) {
    const { name, description } = body as { readonly name: string; readonly description?: string }
    if ([...state.categories.values()].some((category) => category.name === name)) {
      return refuse(409, 'category_exists', `There is a category named ${name}.`)
    }
    const id = state.next.category++
    const category: Category = { id, name, ...(description !== undefined && { description }) }
    state.categories.set(key(id), category)
    return reply(201, category, { Location: `/categories/${id}` })
  },

  getCategory({ path }, state) {
    const category = state.categories.get(key(path['categoryId']))
    return category ? reply(200, category) : noSuch('category', path['categoryId'])
  },

  deleteCategory({ path }, state) {
    const id = key(path['categoryId'])
    if (!state.categories.has(id)) return noSuch('category', path['categoryId'])
    if ([...state.pets.values()].some((pet) => key(pet.categoryId) === id)) {
      return refuse(409, 'category_in_use', `Pets belong to category ${id}.`)
    }
    state.categories.delete(id)
    return reply(204)
  },
}
