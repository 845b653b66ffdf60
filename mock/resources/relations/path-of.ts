import { escapeToken } from '../../../spec/json/pointer.ts'
import type { Reference } from '../../../spec/resources.ts'

/** A property with an id, or the path to the id in the record that it shows, as queries name it. */
export const pathOf = ({ property, idProperty }: Pick<Reference, 'property' | 'idProperty'>): string =>
  idProperty === undefined ? property : `/${[property, idProperty].map(escapeToken).join('/')}`
