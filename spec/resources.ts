import type { SchemaNode } from './document.ts'

/**
 * What an operation does to its resource. A `search` is a list that is asked for in the body of a POST; a `put` has no content,
 * and puts a record of another kind into a list of such.
 */
export type Role = 'list' | 'search' | 'create' | 'put' | 'read' | 'replace' | 'update' | 'delete' | 'action'

/** How a list is asked for in parts. */
export interface Paging {
  /** `offset`: offset+limit. `page`: page+size. `cursor`: an opaque token. */
  readonly kind: 'offset' | 'page' | 'cursor'
  /** Query parameter giving the number of items; undefined when fixed. */
  readonly size: string | undefined
  /** Query parameter giving the place: an offset, a page number or a cursor; undefined when there is only a size. */
  readonly position: string | undefined
  /** What the first page (`page`) or the first item (`offset`) is counted as: 0 or 1. */
  readonly first: number
  /** Path of property names in a list response to the next cursor or URL, when it is in the body. */
  readonly next: readonly string[] | undefined
}

/** A parameter that narrows a list to the records that have its value. */
export interface Filter {
  readonly parameter: string
  /** Item property compared for equality; an array-valued parameter means "any of". */
  readonly property: string
}

/** The part that an operation has in keeping the records of a resource. */
export interface ResourceOperation {
  readonly role: Role
  readonly operationId: string
  /** This operation's own name of the path parameter that names the item; undefined when the path names none: a list,
   *  a create, a singleton, or a write whose body holds the id. */
  readonly idParameter: string | undefined
  /** This operation's own names of the path parameters that make up the resource's scope, outermost first. */
  readonly scope: readonly string[]
  /** Path parameters that narrow a flat resource: `/users/{userId}/orders` lists and creates the records of `/orders`
   *  whose `userId` equals it. */
  readonly within: readonly Filter[]
  /** Property names from the request body to the record, [] when the body is the record. */
  readonly requestPath: readonly string[]
  /** Property names from the response body to the record, or to the array of records for a list or a search; undefined when the
   *  response does not carry it. */
  readonly responsePath: readonly string[] | undefined
  /** Success status the operation answers with: 201 for a create that declares it, else the lowest declared 2xx, else
   *  200. */
  readonly status: number
}

/**
 * A property that says which records are meant, mostly of another resource: `categoryId` those of `/categories`; of the same
 * one in `parentId`.
 */
export interface Reference {
  readonly property: string
  readonly resource: string
  /**
   * Where it holds such records, or parts of them, `category: {id, name}`: the name of their id. Undefined where it holds
   * their ids.
   */
  readonly idProperty?: string
}

/**
 * How answers have records whose properties stand one level down, as JSON:API has them in `attributes`, and what they refer to in
 * `relationships`. To all that asks for properties such a record is flat; only what clients see is folded.
 */
export interface Nesting {
  /** The record as the API answers with it. */
  readonly record: SchemaNode
  /** The property that holds the others: what stands nowhere else is in there. */
  readonly container: string
  /** Whether every record has it. */
  readonly isContainerRequired: boolean
  /** The path of names to each property that stands elsewhere. */
  readonly paths: ReadonlyMap<string, readonly string[]>
}

/** A kind of record the API keeps: a collection of items, or a singleton such as `/me`. */
export interface Resource {
  /** Path without parameters, `/store/orders`; unique. */
  readonly name: string
  readonly kind: 'collection' | 'singleton'
  readonly collectionPath: string | undefined
  /** `/store/orders/{orderId}`; for a singleton its own path. */
  readonly itemPath: string | undefined
  /** The path parameter that names an item. */
  readonly idParameter: string | undefined
  /** The item's property that holds its id. Undefined when the id stands in the path only, or there is none. */
  readonly idProperty: string | undefined
  readonly idType: 'integer' | 'string' | undefined
  /** The record as the API answers with it; where it is folded, with all properties on one level. */
  readonly record: SchemaNode
  /** How answers have its records, where that is not as `record` says. */
  readonly nesting?: Nesting | undefined
  /** Path parameters before the item's, outermost first: each combination of values has a collection of its own. */
  readonly scope: readonly string[]
  /** The resource that contains this one, when the path runs through its items; its parameters begin the scope. */
  readonly parent: { readonly resource: string; readonly parameters: readonly string[] } | undefined
  /** Whether a client can learn which ids exist, from a list or by creating one. If not, any id may be taken to exist. */
  readonly discoverable: boolean
  readonly operations: readonly ResourceOperation[]
  readonly filters: readonly Filter[]
  readonly paging: Paging | undefined
  /** Names of response properties (path) or headers that carry the total number of items. */
  readonly total: { readonly property: readonly string[] } | { readonly header: string } | undefined
  /** Of its records, and of what clients send of them. */
  readonly references: readonly Reference[]
}

/** What a document keeps records of, and which operation does what to them. */
export interface ResourceModel {
  readonly resources: readonly Resource[]
  /** By operation id. */
  readonly roles: ReadonlyMap<string, { readonly resource: Resource; readonly operation: ResourceOperation }>
  /** Operations that are no part of a resource, and why. */
  readonly stateless: readonly { readonly operationId: string; readonly reason: string }[]
}
