/** The API for behaviours and scenarios files. Kept small, because it is loaded again with every reload of such a file. */
export { ok, refuse } from './behaviour.ts'
export { scenario } from './scenarios/scenario.ts'
export { defineBehaviours } from './typed-behaviour.ts'
