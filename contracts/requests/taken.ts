import type { Operation } from '../../spec/document.ts'
import type { Answer } from '../answer.ts'
import type { Api } from '../api.ts'
import { noteConflict } from './freshen.ts'
import type { Recipe } from './recipes.ts'

const taken = new WeakMap<Api, WeakSet<Recipe>>()

/** Notes that the target takes a recipe: where it refuses that later, it is no more than there already. */
export function noteTaken(api: Api, recipe: Recipe): void {
  const known = taken.get(api) ?? new WeakSet()
  taken.set(api, known.add(recipe))
}

/** Whether what was accepted once is refused for being there now, as far as others may say 400 instead of 409. */
export function isThereAlready(api: Api, operation: Operation, recipe: Recipe, answer: Answer): boolean {
  const isAgain = answer.status === 400 && taken.get(api)?.has(recipe) === true
  if (isAgain) noteConflict(api, operation)
  return isAgain
}
