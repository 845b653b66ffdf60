import type { Document } from '../../spec/document.ts'
import type { ResourceModel } from '../../spec/resources.ts'
import { createEither } from './identity/either.ts'
import { createNaming } from './identity/resource-names.ts'
import type { Wrap } from './options.ts'
import { createAsking } from './records/asked.ts'
import { createLinking } from './records/linked.ts'

/**
 * What lets requests name records by other values than their ids, by their URIs, and send in the query what is supposed to be a body.
 * @param given the document without supposed bodies
 */
export const createWraps = (given: Document, document: Document, model: ResourceModel): readonly Wrap[] => [
  ...(model.names.size > 0 ? [createNaming(model)] : []),
  createEither(document, model),
  createAsking(given, document, model),
  createLinking(document),
]
