import { describe, expect, it } from 'vitest'
import { record } from '../../../contracts/recording.ts'
import { coverageOf, statusColumns, type SubjectCoverage } from '../../../contracts/reporters/coverage.ts'
import { sampleRun } from './sample-run.ts'

const recording = record(sampleRun())
const coverage = recording ? coverageOf(recording) : []
const of = (id: string): SubjectCoverage | undefined => coverage.find((subject) => subject.id === id)

describe('the coverage of a run', () => {
  it('has operations in the order of the document, then resources', () => {
    expect(coverage.map(({ id }) => id)).toEqual([
      'listPets',
      'createPet',
      'getPet',
      'deletePet',
      'findByTags',
      'uploadFile',
      'listLegacy',
      'GET /plain',
      'pets',
    ])
    expect(of('pets')?.operation).toBeUndefined()
  })

  it('counts a status for its own declaration, then its class, then default; else it is undeclared', () => {
    expect(of('deletePet')?.statuses).toEqual([
      { status: '204', declared: true, count: 4, seen: [] },
      { status: '4XX', declared: true, count: 3, seen: [404, 409] },
      { status: '503', declared: false, count: 2, seen: [] },
    ])
    expect(of('createPet')?.statuses.at(-1)).toEqual({
      status: 'default',
      declared: true,
      count: 1,
      seen: [500],
    })
  })

  it('keeps declared statuses that were never seen', () => {
    expect(
      of('getPet')
        ?.statuses.filter(({ count }) => count === 0)
        .map(({ status }) => status),
    ).toEqual(['400', '401', '410', 'default'])
  })

  it('counts requests and findings', () => {
    expect(of('createPet')).toMatchObject({ requests: 39, findings: 2 })
    expect(of('listLegacy')).toMatchObject({ requests: 0, findings: 0, parts: [] })
  })

  it('groups cases by the part of the request, else by phase', () => {
    const titles = (id: string): readonly string[] | undefined => of(id)?.parts.map(({ title }) => title)
    expect(titles('createPet')).toEqual(['body', 'request', 'body name'])
    expect(titles('listPets')).toEqual(['query limit'])
    expect(titles('pets')).toEqual(['stateful'])
  })

  it('has no verdict for what was planned and not run', () => {
    expect(of('pets')?.parts[0]?.cases.map(({ verdict }) => verdict?.kind)).toEqual(['failed', undefined])
  })

  it('has columns in the order of statuses, classes after their members and default last', () => {
    expect(statusColumns(coverage).join(' ')).toBe('200 201 204 400 401 404 410 422 4XX 503 default')
  })
})
