/** What files of behaviours and scenarios are written with; light, as it is read anew with them. */
export { ok, refuse } from './behaviour.ts'
export { scenario } from './scenario.ts'
export { defineBehaviours } from './typed-behaviour.ts'
