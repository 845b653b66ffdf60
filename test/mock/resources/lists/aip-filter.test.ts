import { describe, expect, it } from 'vitest'
import { aipFilter } from '../../../../mock/resources/lists/filters/aip-filter.ts'
import { jsonFilter } from '../../../../mock/resources/lists/filters/json-filter.ts'
import { scimFilter } from '../../../../mock/resources/lists/filters/scim-filter.ts'

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

const users = [
  {
    id: 1,
    userName: 'Ann@x.io',
    name: { familyName: 'Roe' },
    active: true,
    emails: [{ type: 'work', value: 'ann@x.io' }],
  },
  { id: 2, userName: 'bob@x.io', active: false, title: 'Boss', emails: [{ type: 'home', value: 'b@y.io' }] },
]
const attributes = new Map(
  ['id', 'userName', 'name', 'active', 'title', 'emails'].map((name) => [name, undefined]),
)

describe('a filter of SCIM (RFC 7644)', () => {
  it.each([
    ['userName eq "ann@X.io"', [1]],
    ['username Ne "ann@x.io"', [2]],
    ['userName co "x.i" and active eq true', [1]],
    ['userName sw "a" or userName ew "b@x.io"', [1, 2]],
    ['title pr', [2]],
    ['not (title pr)', [1]],
    ['name.familyName eq "Roe"', [1]],
    ['urn:ietf:params:scim:schemas:core:2.0:User:name.familyName gt "Ro"', [1]],
    ['emails.value eq "b@y.io"', [2]],
    ['emails eq "b@y.io"', [2]],
    ['emails[type eq "work" and value co "x"]', [1]],
    ['emails[type eq "home" and value co "x"]', []],
    ['id ge 2 and (id lt 3)', [2]],
    ['title eq null', [1]],
  ])('%s', (filter, want) => {
    const matches = scimFilter(filter, attributes)
    expect(matches && users.filter(matches).map(({ id }) => id)).toEqual(want)
  })

  it.each([
    '',
    'userName',
    'userName is "x"',
    'userName eq x',
    'unknown eq "x"',
    '(id eq 1',
    'id eq 1 id eq 2',
  ])('is none in another syntax: %s', (filter) => {
    expect(scimFilter(filter, attributes)).toBeUndefined()
  })
})

describe('a filter that is a JSON object', () => {
  it.each<[string, readonly number[] | undefined]>([
    ['{"active": true}', [1]],
    ['{"id": [1, 2]}', [1, 2]],
    ['{"id": {"gt": 1, "lte": 2}}', [2]],
    ['{"id": {"$in": [2, 3]}}', [2]],
    ['{"id": {"nin": [2]}}', [1]],
    ['{"id": {"between": [2, 9]}}', [2]],
    ['{"or": [{"id": 1}, {"title": "Boss"}]}', [1, 2]],
    ['{"$and": [{"active": {"ne": true}}, {"id": {"exists": true}}]}', [2]],
    ['{"title": null}', [1]],
    ['{"userName": {"like": "%x.io"}}', [1, 2]],
    ['{"userName": {"ilike": "ann"}}', [1]],
    ['{"userName": {"not": {"ilike": "ann"}}}', [2]],
    ['{"emails.type": "home"}', [2]],
    ['{"id": {"near": 1}}', undefined],
    ['id = 1', undefined],
  ])('%s', (filter, want) => {
    const matches = jsonFilter(filter)
    expect(matches && users.filter(matches).map(({ id }) => id)).toEqual(want)
  })
})
