import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, listOf, sent, text } from '../../../support/document-parts.ts'

const report = {
  type: 'object',
  required: ['id', 'from', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    from: { ...text, format: 'date' },
    status: { enum: ['queued', 'running', 'done'], readOnly: true },
  },
}

/** The checks that object to reports whose states change with each third read of any of them. */
async function objections(status: 201 | 202): Promise<readonly string[]> {
  const reports: { id: string; from: string; status: string; age: number }[] = []
  const { findings } = await runContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'Reports', version: '1' },
      paths: {
        '/reports': { get: listOf(report), post: { ...sent(report), ...answer(status, report) } },
        '/reports/{id}': { ...at('id'), get: answer(200, report) },
      },
    },
    phases: ['stateful'],
    async target(request: Request) {
      const id = new URL(request.url).pathname.split('/')[2]
      const shown = (each: (typeof reports)[number]): object => ({
        id: each.id,
        from: each.from,
        status: each.status,
      })
      if (request.method === 'POST') {
        const body = (await request.json().catch(() => null)) as { readonly from?: unknown } | null
        if (typeof body?.from !== 'string') return new Response(null, { status: 400 })
        const made = { id: `r${String(reports.length)}`, from: body.from, status: 'queued', age: 0 }
        reports.push(made)
        return Response.json(shown(made), { status })
      }
      for (const each of reports) {
        each.age += 1
        if (each.age === 3) each.status = 'running'
      }
      if (id === undefined) return Response.json(reports.map(shown))
      const found = reports.find((each) => each.id === id)
      return found ? Response.json(shown(found)) : new Response(null, { status: 404 })
    },
  })
  return [...new Set(findings.map(({ check }) => check))]
}

it('objects to lists that change states', async () => {
  expect(await objections(201)).toContain('safe-methods')
})

it('expects work that was accepted with 202 to go on while records are listed', async () => {
  expect(await objections(202)).not.toContain('safe-methods')
})
