import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, listOf, note } from '../../../support/document-parts.ts'

const documentWith = (parameter: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { get: listOf(note) },
    [`/notes/{${parameter}}`]: { ...at(parameter), get: answer(200, note) },
  },
})

interface Note {
  readonly id: string
  readonly title: string
  readonly archived?: boolean
}

const ids = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6']
const notes: readonly Note[] = ids.map((id) => ({ id, title: `Note ${id}` }))

/** What is found of a service of notes that nobody can write, some of which it lists without giving them one by one. */
async function check(
  isReadable: (id: string) => boolean,
  listed: () => readonly Note[] = () => notes,
  parameter = 'id',
): Promise<{ readonly findings: readonly string[]; readonly read: ReadonlySet<string> }> {
  const read = new Set<string>()
  const { findings } = await runContract({
    document: documentWith(parameter),
    phases: ['stateful'],
    workers: 1,
    target: (request: Request) => {
      const id = new URL(request.url).pathname.split('/')[2]
      if (!/GET|HEAD/.test(request.method))
        return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
      if (id === undefined) return Response.json(listed())
      const found = notes.find((each) => each.id === id)
      if (!found || !isReadable(id)) return new Response(null, { status: 404 })
      read.add(id)
      return Response.json(found)
    },
  })
  return {
    findings: findings.map(
      ({ check: id, operation, message, severity }) => `${severity} ${id} ${operation}: ${message}`,
    ),
    read,
  }
}

describe('records that are listed but cannot be created', () => {
  it('are fine if they can be read', async () => {
    expect((await check(() => true)).findings).toEqual([])
  })

  it.each(['a1', 'f6'])('are reported if %s cannot be read, and others can', async (missing) => {
    const { findings } = await check((id) => id !== missing)
    expect(findings).toEqual([
      `error listed-readable GET /notes/{id}: /notes: listed records can be read: expected 200 for the record "${missing}", which is in the list; got 404.`,
    ])
  })

  it('are a warning if none can be read', async () => {
    expect((await check(() => false)).findings).toEqual([
      'warning listed-readable GET /notes/{id}: /notes: listed records can be read: expected 200 for the record "a1", which is in the list; got 404.',
    ])
  })

  it('are not reported if none can be read by an id that the path calls otherwise', async () => {
    expect(
      (
        await check(
          () => false,
          () => notes,
          'slug',
        )
      ).findings,
    ).toEqual([])
  })

  it('may be deleted while they are read', async () => {
    const gone = new Set<string>()
    const { findings } = await check(
      (id) => id !== 'f6' || (gone.add(id), false),
      () => notes.filter(({ id }) => !gone.has(id)),
    )
    expect(findings).toEqual([])
  })

  it('may be archived', async () => {
    const { findings } = await check(
      (id) => id !== 'f6',
      () => notes.map((each) => (each.id === 'f6' ? { ...each, archived: true } : each)),
    )
    expect(findings).toEqual([])
  })

  it('are tried one after another until one can be read', async () => {
    expect([...(await check((id) => id === 'b2')).read]).toEqual(['b2'])
  })
})
