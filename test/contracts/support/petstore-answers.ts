import { describeApi, type Api } from '../../../contracts/api/api.ts'
import type { Answer } from '../../../contracts/interaction.ts'
import { loadDocument } from '../../../spec/load.ts'
import { answerTo, type AnswerParts } from './answer-to.ts'

/** The Pet Store's document, described once. */
export const petStore: Api = describeApi(await loadDocument())

/** What an operation of the Pet Store, or of another API, is taken to have answered; JSON unless the headers say otherwise. */
export function answerOf(operationId: string, given: AnswerParts & { readonly api?: Api }): Answer {
  const { api = petStore, ...rest } = given
  return answerTo(api, operationId, rest)
}

export const pet = { id: 4, name: 'Luna', categoryId: 2, status: 'available' }
export const error = (status: number): object => ({ code: 'some_error', message: 'Something.', status })
