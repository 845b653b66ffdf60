/** What files of behaviours are written with; light, as it is read anew with them. */
export { ok, refuse } from './behaviour.ts'
export { defineBehaviours } from './typed-behaviour.ts'
