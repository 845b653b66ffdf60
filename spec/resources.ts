import type { SchemaNode } from './document.ts'

/**
 * What an operation does to its resource. A `search` is a POST that lists records by criteria in its body; a `put` has no body and
 * adds an existing record of another resource to a list.
 */
export type Role = 'list' | 'search' | 'create' | 'put' | 'read' | 'replace' | 'update' | 'delete' | 'action'

/** How a list is paged. */
export interface Paging {
  /** `offset`: the number of items to skip. `page`: a page number. `cursor`: an opaque token. */
  readonly kind: 'offset' | 'page' | 'cursor'
  /** The query parameter for the number of items; undefined if that is fixed. */
  readonly size: string | undefined
  /** The query parameter for the offset, page number or cursor; undefined if there is only a size. */
  readonly position: string | undefined
  /** The number of the first page (`page`) or of the first item (`offset`): 0 or 1. */
  readonly first: number
  /** The property names that lead to the next cursor or URL in a response body, if it is there. */
  readonly next: readonly string[] | undefined
  /** Another way to page the same list: by the number of a page, beside the number of items to skip. */
  readonly other?: Pick<Paging, 'kind' | 'size' | 'position' | 'first'>
}

/** A parameter that selects the records with an equal property. */
export interface Filter {
  readonly parameter: string
  /** The property that is compared for equality; a parameter that is an array means "any of". */
  readonly property: string
  /** The id that is compared in the record that the property shows: `course: {id, title}`. Undefined if the property is the id. */
  readonly idProperty?: string
  /** Whether values that differ only in case are equal. */
  readonly ignoresCase?: boolean
  /** Whether the parameter is a text that may list several values, separated by commas. */
  readonly isSeparated?: boolean
}

/** An operation in its role on a resource. */
export interface ResourceOperation {
  readonly role: Role
  readonly operationId: string
  /** This operation's own name for the path parameter that identifies the item; undefined if the path has none: for a list, a create,
   *  a singleton, or a write whose body has the id. */
  readonly idParameter: string | undefined
  /** This operation's own names for the path parameters of the resource's scope, outermost first. */
  readonly scope: readonly string[]
  /** Path parameters that select records of a resource that is not nested: `/users/{userId}/orders` lists and creates the records of
   *  `/orders` with that `userId`. */
  readonly within: readonly Filter[]
  /** The property names that lead to the record in the request body; [] if the body is the record. */
  readonly requestPath: readonly string[]
  /** The property names that lead to the record in the response body, or to the array of records for a list or a search; undefined if
   *  the response has none. */
  readonly responsePath: readonly string[] | undefined
  /** The status of a successful response: 201 for a create that declares it, else the lowest declared 2xx, else 200. */
  readonly status: number
}

/** A property that refers to records of another resource, such as `categoryId`, or of the same one, such as `parentId`. */
export interface Reference {
  readonly property: string
  readonly resource: string
  /** The id property of the records that it shows, whole or in part: `category: {id, name}`. Undefined if it holds their ids. */
  readonly idProperty?: string
}

/**
 * How the API nests the properties of records: JSON:API has them in `attributes`, and references in `relationships`. Internally, such
 * records are flat; only requests and responses are nested.
 */
export interface Nesting {
  /** The record as the API answers with it. */
  readonly record: SchemaNode
  /** The property that contains all properties without a path of their own. */
  readonly container: string
  /** Whether every record has the container. */
  readonly isContainerRequired: boolean
  /** The property names that lead to each property outside the container. */
  readonly paths: ReadonlyMap<string, readonly string[]>
  /** The properties in the container, if all others are beside it. */
  readonly contents?: ReadonlySet<string>
}

/** A kind of record that the API stores: a collection of items, or a singleton such as `/me`. */
export interface Resource {
  /** The path without parameters, `/store/orders`; unique. */
  readonly name: string
  readonly kind: 'collection' | 'singleton'
  readonly collectionPath: string | undefined
  /** `/store/orders/{orderId}`; the path itself for a singleton. */
  readonly itemPath: string | undefined
  /** The path parameter that identifies an item. */
  readonly idParameter: string | undefined
  /** The property of an item that holds its id. Undefined if the id is only in the path, or if there is none. */
  readonly idProperty: string | undefined
  /** Where an item without that has its id in a part: `metadata`, `name`. Only the runner looks there. */
  readonly idPath?: readonly string[]
  readonly idType: 'integer' | 'string' | undefined
  /** The schema of a record in responses; if records are nested, with all properties on one level. */
  readonly record: SchemaNode
  /** How responses nest the properties of a record; undefined if they are as in `record`. */
  readonly nesting?: Nesting | undefined
  /** The path parameters before the item's, outermost first. Each combination of values has a collection of its own. */
  readonly scope: readonly string[]
  /** The property that shows the owner whom the scope names, and that owner's property with the name: `owner` and `login`. */
  readonly owner?: { readonly property: string; readonly key: string }
  /** The resource whose items the path runs through; its parameters are the first of the scope. */
  readonly parent: { readonly resource: string; readonly parameters: readonly string[] } | undefined
  /** Whether clients can learn which ids exist, from a list or a create. If not, every id is taken to exist. */
  readonly discoverable: boolean
  readonly operations: readonly ResourceOperation[]
  readonly filters: readonly Filter[]
  readonly paging: Paging | undefined
  /** Where responses have the total number of items: the property names that lead to it, or a header. */
  readonly total: { readonly property: readonly string[] } | { readonly header: string } | undefined
  /** The references in its records, and in what clients send of them. */
  readonly references: readonly Reference[]
}

/** The schema of a record as responses show it. */
export const shownRecord = ({ nesting, record }: Resource): SchemaNode => nesting?.record ?? record

/** An operation at a path below a record that shows or changes which records it refers to: `/articles/{id}/relationships/tags`. */
export interface Relationship {
  /** The resource of the record that refers to others. */
  readonly owner: Resource
  readonly reference: Reference
  /** The resource that is referred to. */
  readonly target: Resource
  /** The path parameter that identifies the record, and those before it. */
  readonly idParameter: string
  readonly scope: readonly string[]
  /** Whether a record may refer to several. */
  readonly isMany: boolean
  /**
   * What the response shows: the records referred to, their `type` and `id` only (`linkage`), or the record that refers to them;
   * undefined if none of these.
   */
  readonly shows:
    | {
        readonly kind: 'records' | 'linkage' | 'owner'
        /** The property names that lead to it in the response body. */
        readonly path: readonly string[]
      }
    | undefined
  readonly status: number
  /** How the references change: by one id in a path parameter, or by ids in the body. Undefined if they do not. */
  readonly change:
    | {
        readonly effect: 'add' | 'remove' | 'replace'
        readonly parameter: string | undefined
        /** The property names that lead to the ids in the request body. */
        readonly path: readonly string[]
      }
    | undefined
}

/** An operation on a list of names in a record, at a path of its own: `PUT /tickets/{id}/tags`. */
export interface MemberList {
  /** The resource of the record that has the list. */
  readonly owner: Resource
  readonly property: string
  /** The property of an item that clients send: the `name` of a label. Undefined if the items are texts. */
  readonly key: string | undefined
  readonly effect: 'read' | 'add' | 'remove' | 'replace' | 'clear'
  /** The path parameter that names an item. */
  readonly parameter: string | undefined
  /** The property names that lead to the names in the request body; undefined if it has none. */
  readonly sent: readonly string[] | undefined
  /** The path parameter that identifies the record, and those before it. */
  readonly idParameter: string
  readonly scope: readonly string[]
  /** What the response shows, and the property names that lead to it; undefined if neither. */
  readonly shows: { readonly kind: 'list' | 'owner'; readonly path: readonly string[] } | undefined
  readonly status: number
}

/** An operation on those records of a collection that the request lists: `POST /customers/bulk`, `GET /jobs:batchGet`. */
export interface BatchOperation {
  readonly resource: Resource
  readonly effect: 'create' | 'update' | 'delete' | 'read'
  /** The action on one record that it performs on all of them, if it changes them in this way. */
  readonly action?: ResourceOperation
  /** The query parameter with the ids, an array or a text with commas; undefined if the list is in the request body. */
  readonly parameter: string | undefined
  /** The property names that lead to the list in the request body. */
  readonly path: readonly string[]
  /** The property names that lead to the record in an item of the list; undefined for a list of ids. */
  readonly recordPath: readonly string[] | undefined
  /** The property of an item that has the id of a record, where the record itself calls it otherwise: `productId`. */
  readonly idName?: string
  /**
   * The property names that lead, in the request body, to the changes that are the same for all records in a list of ids: `changes`
   * in `{ids, changes}`. Undefined if there are none.
   */
  readonly sharedPath?: readonly string[]
  /** The property names that lead, in the request body, to the changes of the records whose ids are in the query. */
  readonly changesPath?: readonly string[]
  /** This operation's own names for the path parameters of the resource's scope, outermost first. */
  readonly scope: readonly string[]
  /** The property names that lead to the array of records in the response body; undefined if the response has none. */
  readonly responsePath: readonly string[] | undefined
  readonly status: number
}

/** The resources of a document, and the operations on them. */
export interface ResourceModel {
  readonly resources: readonly Resource[]
  /** By operation id. */
  readonly roles: ReadonlyMap<string, { readonly resource: Resource; readonly operation: ResourceOperation }>
  /** Operations on the references of a record, which have no role, by operation id. */
  readonly relationships: ReadonlyMap<string, Relationship>
  /** Operations on lists in a record, which have no role, by operation id. */
  readonly memberLists: ReadonlyMap<string, MemberList>
  /** Operations on several records at once, which have no role, by operation id. */
  readonly batches: ReadonlyMap<string, BatchOperation>
  /** Operations on records of the user who sends the request, whose path does not name their owner, by operation id: `POST /user/repos`. */
  readonly own: ReadonlyMap<string, { readonly resource: Resource; readonly operation: ResourceOperation }>
  /** The paths that the ids of records have, if they are such, by resource name: `projects/{project}/jobs/{job}`. */
  readonly names: ReadonlyMap<string, string>
  /** Operations without a role in any resource, and why. */
  readonly stateless: readonly { readonly operationId: string; readonly reason: string }[]
}
