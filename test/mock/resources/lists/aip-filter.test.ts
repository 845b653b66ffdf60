import { describe, expect, it } from 'vitest'
import { aipFilter } from '../../../../mock/resources/lists/aip-filter.ts'

const jobs = [
  {
    id: 1,
    displayName: 'Alpha',
    priority: 9,
    tags: ['hot'],
    labels: { team: 'film' },
    createTime: '2026-01-01T00:00:00Z',
  },
  { id: 2, displayName: 'Alpine', priority: 5, tags: [], labels: {}, size: { width: 640 }, isDone: true },
  { id: 3, displayName: 'Gamma', priority: -1, tags: ['hot', 'new'] },
]
const names = ['id', 'displayName', 'priority', 'tags', 'labels', 'createTime', 'size', 'isDone']
const properties = new Map(names.map((name) => [name, undefined]))

const matching = (filter: string): readonly number[] | undefined => {
  const matches = aipFilter(filter, properties)
  return matches && jobs.filter(matches).map(({ id }) => id)
}

describe('a filter of Google APIs (AIP-160)', () => {
  it.each([
    ['displayName = "Alpha"', [1]],
    ['displayName="Al*"', [1, 2]],
    ['display_name = "*a"', [1, 3]],
    ['displayName != Gamma', [1, 2]],
    ['priority > 4', [1, 2]],
    ['priority <= -1', [3]],
    ['isDone = true', [2]],
    ['createTime < "2026-02-01T00:00:00Z"', [1]],
    ['size.width = 640', [2]],
    ['labels.team = "film"', [1]],
    ['labels:team', [1]],
    ['labels.team:*', [1]],
    ['tags:new', [3]],
    ['displayName:alp', [1, 2]],
    ['priority > 0 AND tags:hot', [1]],
    ['priority > 0 tags:hot', [1]],
    ['tags:hot AND priority > 5 OR priority < 0', [1, 3]],
    ['NOT tags:hot', [2]],
    ['-tags:hot', [2]],
    ['NOT (priority = 9 OR priority = 5)', [3]],
    ['alp priority = 5', [2]],
  ])('%s', (filter, want) => {
    expect(matching(filter)).toEqual(want)
  })

  it.each(['', 'priority >', '(priority = 1', 'unknown = 1', 'active', 'priority = "1', '= 1', 'a = b = c'])(
    'is none in another syntax: %s',
    (filter) => {
      expect(matching(filter)).toBeUndefined()
    },
  )
})
