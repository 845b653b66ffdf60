import { runContract } from '../../../contracts/index.ts'

type Sent = Readonly<Record<string, unknown>>

/**
 * What is found by following the records of a service that makes them by POST, as `made` has them, and gives each by its
 * number; `document` names it `id`.
 */
export async function findingsOf(
  document: object,
  toRecord: (sent: Sent, count: number) => object,
): Promise<readonly string[]> {
  const records: object[] = []
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      if (request.method === 'POST') {
        const sent = (await request.json()) as Sent
        records.push({ ...toRecord(sent, records.length), id: records.length + 1 })
        return Response.json(records.at(-1), { status: 201 })
      }
      const record = records[Number(new URL(request.url).pathname.split('/').at(-1)) - 1]
      return record && /GET|HEAD/.test(request.method)
        ? Response.json(record)
        : new Response(null, { status: 404 })
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}
