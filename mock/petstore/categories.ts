import type { Behaviour } from '../behaviour.ts'
import { refuse } from '../behaviour.ts'
import type { Category, RecordId } from './records.ts'
import { categories, pets } from './records.ts'

/** Category names are unique, ignoring case: `dogs` is the same as `Dogs`. */
export const createCategory: Behaviour = async ({ request, store, next }) => {
  const { name } = request.body as Pick<Category, 'name'>
  const { items } = await categories(store).list()
  const namesake = (items as readonly Category[]).find((category) => sameName(category.name, name))
  if (namesake) return refuse(409, 'category_exists', `There is a category named ${namesake.name}.`)
  return next()
}

/** A category cannot be deleted while pets belong to it. */
export const deleteCategory: Behaviour = async ({ request, store, next }) => {
  const id = request.path['categoryId'] as RecordId
  const { total } = await pets(store).list({ where: [{ property: 'categoryId', values: [id] }], limit: 1 })
  if (total > 0) return refuse(409, 'category_in_use', `Pets belong to category ${id}.`)
  return next()
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
