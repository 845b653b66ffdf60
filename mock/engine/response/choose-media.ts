import type { MediaType } from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import { concreteType, isMediaType, jsonFirst, negotiate } from '../../../spec/http/media-type.ts'
import { memo } from '../../../spec/util/memo.ts'
import { requestHeader } from '../../http/header-field.ts'

const choices = new WeakMap<readonly MediaType[], (accept: string) => MediaType | undefined>()

/** Returns the media type that the client prefers; JSON when it has no preference or none can be met. */
export function chooseMedia(content: readonly MediaType[], request: HttpRequest): MediaType | undefined {
  if (content.length < 2) return content[0]
  let choose = choices.get(content)
  if (choose === undefined) {
    choose = createChoice(content)
    choices.set(content, choose)
  }
  return choose(requestHeader(request, 'accept') ?? '*/*')
}

function createChoice(content: readonly MediaType[]): (accept: string) => MediaType | undefined {
  const named = content.filter(({ type }) => isMediaType(type))
  const offered = jsonFirst(named.length === 0 ? content : named)
  const types = offered.map(({ type }) => concreteType(type))
  return memo((accept) => {
    const chosen = negotiate(accept, types)
    return offered[chosen === undefined ? 0 : types.indexOf(chosen)]
  })
}
