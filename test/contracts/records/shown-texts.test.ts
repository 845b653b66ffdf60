import { describe, expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, kept, text } from '../support/document-parts.ts'

interface Invoice {
  readonly title: string
  readonly currency: string
}

const invoice = {
  type: 'object',
  required: ['id', 'title', 'currency'],
  properties: { id: { ...text, readOnly: true }, title: text, currency: text },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Invoices', version: '1' },
  paths: { '/invoices': kept(invoice), '/invoices/{id}': { get: answer(200, invoice) } },
}

/** The titles of the invoices that a run creates where only euros are taken, which the refusal may tell. */
async function createdTitles(existing: readonly object[], refusal: object): Promise<readonly string[]> {
  const invoices = [...existing]
  const titles: string[] = []
  await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const id = new URL(request.url).pathname.split('/')[2]
      if (id !== undefined)
        return Response.json(
          invoices.find((each) => 'id' in each && each.id === id) ?? {},
          invoices.some((each) => 'id' in each && each.id === id) ? {} : { status: 404 },
        )
      if (request.method !== 'POST') return Response.json(invoices)
      const body = (await request.json()) as Invoice
      if (body.currency !== 'EUR') return Response.json(refusal, { status: 400 })
      const made = { ...body, id: `i${String(invoices.length)}` }
      invoices.push(made)
      titles.push(made.title)
      return Response.json(made, { status: 201 })
    },
  })
  return titles
}

const euros = { id: 'i0', title: 'Rent', currency: 'EUR' }

describe('a property that takes a few texts only, which the document does not tell', () => {
  it('is sent as a record that exists shows it, with others made unique', async () => {
    const titles = await createdTitles([euros], { message: 'No.' })
    expect(titles).not.toContain('Rent')
    expect(new Set(titles).size).toBeGreaterThan(1)
  })

  it('is sent as the refusal says', async () => {
    const titles = await createdTitles([], { message: 'currency must be one of EUR, CHF' })
    expect(new Set(titles).size).toBeGreaterThan(1)
  })

  it('is not found where neither tells', async () => {
    expect(await createdTitles([], { message: 'No.' })).toEqual([])
  })
})
