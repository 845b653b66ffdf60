import { describe, expect, it } from 'vitest'
import { runContract, type ContractOptions } from '../../../contracts/index.ts'
import { notesDocument, notesService } from '../support/notes-api.ts'

const schemes = { apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' } }
const document = { ...notesDocument, components: { securitySchemes: schemes } }

const run = (options: Partial<ContractOptions>): Promise<unknown> =>
  runContract({ target: notesService(), document, maxRequests: 20, ...options })

describe('a run refuses names that its document does not have', () => {
  it.each<[Partial<ContractOptions>, string]>([
    [
      { include: ['listNote'] },
      "include: no operation of the document matches 'listNote'; did you mean 'listNotes'?",
    ],
    [
      { exclude: ['delete /notes/{noteid}'] },
      "exclude: no operation of the document matches 'delete /notes/{noteid}'; did you mean 'DELETE /notes/{noteId}'?",
    ],
    [{ exclude: ['*dmin*'] }, "exclude: no operation of the document matches '*dmin*'."],
    [
      { checksOff: ['server-errors'] },
      "Unknown check 'server-errors'; did you mean 'server-error'? --list-checks prints all checks.",
    ],
    [
      { auth: { schemes: { apikee: 's3cret' } } },
      "auth: the document has no security scheme 'apikee'; did you mean 'apiKey'? It declares apiKey.",
    ],
    [
      { auth: { schemes: { apiKey: 's3cret' } } },
      "auth: no operation of the document has the security scheme 'apiKey' in its security, so nothing would be sent for it. Send a header field with every request instead (--header).",
    ],
    [
      { operations: { creatNote: { body: {} } } },
      "operations: the document has no operation 'creatNote'; did you mean 'createNote'?",
    ],
  ])('%j', async (options, message) => {
    await expect(run(options)).rejects.toThrow(expect.objectContaining({ name: 'ConfigError', message }))
  })

  it('all at once', async () => {
    await expect(run({ include: ['one', 'two'], severities: { three: 'error' } })).rejects.toThrow(
      /'one'[^]*'two'[^]*'three'/,
    )
  })
})
