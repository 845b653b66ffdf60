import type { Json } from '../../spec/json.ts'

/** The file in an exported demo that says what is shown. */
export const settingsFile = 'demo.json'

/** What the page of a demo begins with. */
export interface DemoSettings {
  /** The OpenAPI document; the Pet Store, with its rules, when absent. */
  readonly document?: Json
  readonly seed: string
  /** `demo`, `empty`, `large`, or records. */
  readonly world: Json
  /** Where the clock stands. */
  readonly now?: string
}
