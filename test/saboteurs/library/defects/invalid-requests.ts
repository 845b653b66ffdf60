import { keepLastMember, dropQueryPairs } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { omit } from '../../shared/edits.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { editDocument, editParsedBody } = tools

/** Repairs a property before it is validated: an invalid one is accepted, and the response is still valid. */
const repairProperty = (
  operationId: string,
  name: string,
  repair: (value: Json | undefined) => Json | undefined,
): Sabotage<State> =>
  editParsedBody(operationId, (body) => {
    if (!isObject(body)) return body
    const value = repair(body[name])
    return value === undefined ? omit(body, name) : { ...body, [name]: value }
  })

const withoutNulls = (body: Json): Json => {
  const isNull = (record: JsonObject, name: string): boolean => record[name] === null && name !== 'isbn'
  return isObject(body) ? omit(body, ...Object.keys(body).filter((name) => isNull(body, name))) : body
}

const isMailbox = /^[^@\s]+@[^@\s]+$/
const settings = new Set(['loanDays', 'reminders', 'openingHours'])

/** Invalid requests that the library accepts. */
export const inputDefects: readonly LibraryDefect[] = [
  ...foundBy('invalid-refused', [
    [
      'createBook',
      'long-title-accepted',
      'A title of more than 200 characters is accepted and cut off.',
      repairProperty('createBook', 'title', (title) =>
        typeof title === 'string' ? [...title].slice(0, 200).join('') : title,
      ),
    ],
    [
      'createBook',
      'book-without-genre',
      'A book without a genre is accepted as fiction.',
      repairProperty('createBook', 'genre', (genre) => genre ?? 'fiction'),
    ],
    [
      'createBook',
      'tags-twice',
      'Duplicate tags are accepted.',
      repairProperty('createBook', 'tags', (tags) =>
        Array.isArray(tags) ? [...new Set(tags as Json[])] : tags,
      ),
    ],
    [
      'createBook',
      'free-book',
      'A price may be 0.',
      repairProperty('createBook', 'price', (price) => (price === 0 ? undefined : price)),
    ],
    [
      'createShelf',
      'floor-as-text',
      'The floor of a shelf may be a string.',
      repairProperty('createShelf', 'floor', (floor) =>
        typeof floor === 'string' && /^\d$/.test(floor) ? Number(floor) : floor,
      ),
    ],
    [
      'createLoan',
      'member-without-address',
      'A member that is not an email address is accepted.',
      repairProperty('createLoan', 'member', (member) =>
        typeof member === 'string' && !isMailbox.test(member) ? 'nobody@example.org' : member,
      ),
    ],
    [
      'replaceSettings',
      'unknown-setting',
      'Unknown settings are accepted.',
      editParsedBody('replaceSettings', (body) =>
        isObject(body) ? omit(body, ...Object.keys(body).filter((name) => !settings.has(name))) : body,
      ),
    ],
    [
      'updateBook',
      'empty-change',
      'An empty update is accepted.',
      editDocument('/components/schemas/BookUpdate', (part) => void delete part['minProperties']),
    ],
    [
      'updateBook',
      'null-title',
      'Properties that are null are ignored.',
      editParsedBody('updateBook', withoutNulls),
    ],
    [
      'listBooks',
      'unknown-order',
      'An unknown sort order of books is accepted.',
      dropQueryPairs('listBooks', /^sort=(?!-?(?:title|publishedYear)$)/),
    ],
    [
      'listAuthors',
      'limit-of-none',
      'A limit of 0 is accepted and ignored.',
      dropQueryPairs('listAuthors', /^limit=0$/),
    ],
    [
      'listShelves',
      'floor-in-words',
      'A floor that is not a number is accepted and ignored.',
      dropQueryPairs('listShelves', /^floor=\D*$/),
    ],
  ]),
  ...foundBy('duplicate-keys', [
    [
      'createAuthor',
      'last-name-wins',
      'A body that repeats the name is accepted; the last value counts.',
      keepLastMember('createAuthor'),
    ],
  ]),
  ...foundBy('read-only', [
    [
      'createAuthor',
      'id-of-the-client',
      'A new author has the id that the client sends.',
      (service) => {
        const { createAuthor } = service.handlers
        service.handlers['createAuthor'] = (values, context) => {
          const reply = createAuthor!(values, context)
          const { id } = values.body
          if (typeof id !== 'string' || !isUuid.test(id)) return reply
          const [latest] = [...context.state.authors.values()].slice(-1)
          context.state.authors.delete(latest!.id)
          context.state.authors.set(id, { ...latest!, id })
          return { status: 201, headers: { Location: `/authors/${id}` }, body: { data: { ...latest!, id } } }
        }
      },
    ],
    [
      'replaceBook',
      'created-at-of-the-client',
      'The createdAt of a book is the one that the client sends.',
      (service) => {
        const { replaceBook } = service.handlers
        service.handlers['replaceBook'] = (values, context) => {
          const reply = replaceBook!(values, context)
          const book = context.state.books.get(values.path['bookId'] ?? '')
          const { createdAt } = values.body
          if (reply.status !== 200 || typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt)))
            return reply
          context.state.books.set(book!.id, { ...book!, createdAt })
          return {
            ...reply,
            body: { data: { ...(reply.body as { readonly data: JsonObject }).data, createdAt } },
          }
        }
      },
    ],
  ]),
]

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
