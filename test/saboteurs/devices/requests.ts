import type { Needs } from '../document-service/sabotage.ts'
import { text, type ScriptedRequest } from '../shared/script.ts'

type Headers = Readonly<Record<string, string>>
const version: Headers = { 'x-client-version': '1.4' }
const get = (path: string, headers: Headers = version): ScriptedRequest => ['GET', path, undefined, headers]
const send = (method: string, path: string, json?: unknown, headers: Headers = {}): ScriptedRequest => [
  method,
  path,
  json,
  { ...version, ...headers },
]

const device = (n: number): string => `/devices/SN-${String(n).padStart(6, '0')}`
const large = '9007199254740993'
const largest = '9223372036854775807'

const sensor = { kind: 'sensor', name: 'Cellar', secret: 'correct-horse', unit: 'percent' }
const actuator = { kind: 'actuator', name: 'Valve', secret: 'battery-staple', mode: 'manual' }
const camera = { kind: 'camera', name: 'Door', secret: 'open-please', resolution: [640, 480] }
const group = { name: 'Cellar', members: ['SN-000001'] }

const reads = [
  '/devices',
  device(1),
  device(2),
  device(3),
  `${device(1)}/readings`,
  `${device(2)}/readings`,
  `${device(1)}/alarms`,
  `${device(1)}/alarms/count`,
  `${device(1)}/alarms/alarm-1`,
  '/groups',
  '/groups/group-1',
  '/jobs/job-1',
  '/stats',
  '/health',
]

/** Reads every record, which shows what the requests before have changed. */
const readEverything: readonly ScriptedRequest[] = [
  ...reads.map((path) => get(path)),
  ...['101', '102', '103'].map((n) => get(device(Number(n)))),
  get('/devices/XY-000009'),
  get('/jobs/job-2'),
  get('/groups/group-3'),
]

const methodsAndHeaders: readonly ScriptedRequest[] = [...reads, '/tokens'].flatMap(
  (path): readonly ScriptedRequest[] => [
    send('HEAD', path),
    send('OPTIONS', path),
    send('PROPFIND', path),
    get(path, { ...version, accept: 'text/html' }),
    get(path, {}),
    get(path, { 'x-client-version': 'one' }),
    get(`${path}?x=%E0%A4%A`),
    get(`${path}?x=${'y'.repeat(9000)}`),
  ],
)

const lists: readonly ScriptedRequest[] = [
  ...[
    'page=1&per_page=1',
    'page=2&per_page=1',
    'page=9',
    'page=0',
    'per_page=41',
    'per_page=0',
    'page=x',
    'per_page=40',
  ].flatMap((query) => [
    get(`/devices?${query}`),
    get(`/groups?${query}`),
    get(`${device(1)}/readings?${query}`),
  ]),
  ...[
    'kinds=sensor,camera',
    'kinds=camera',
    'kinds=sensor,sensor',
    'kinds=robot',
    'kinds=',
    'kinds=sensor&kinds=camera',
  ].map((query) => get(`/devices?${query}`)),
  ...['tags=north|x', 'tags=roof%7Cyard', 'tags=Roof', 'tags=north'].map((query) => get(`/devices?${query}`)),
  ...[
    'filter[site]=Roof',
    'filter%5Bonline%5D=true',
    'filter[online]=maybe',
    'filter[colour]=red',
    'filter[site]=',
  ].map((query) => get(`/devices?${query}`)),
  ...['0', '42', '43', large, largest, '9223372036854775808', '-1', '1.5'].map((least) =>
    get(`/devices?min_messages=${least}`),
  ),
  ...[
    'from=2026-02-02T12:00:00Z',
    'to=2026-02-02T12:00:00Z',
    'from=2026-02-02T06:00:00Z&to=2026-02-02T12:00:00Z',
    'from=2026-02-03T06:00:00%2B01:00',
    'from=2026-02-04T00:00:00Z&to=2026-02-01T00:00:00Z',
    'from=yesterday',
    'to=2026-02-30T00:00:00Z',
  ].map((query) => get(`${device(1)}/readings?${query}`)),
  ...['units=imperial', 'a=b; units=metric', 'units=old'].map((cookie) =>
    get(`${device(1)}/readings`, { cookie }),
  ),
]

const unknownPaths: readonly ScriptedRequest[] = [
  ...['SN-999999', 'sn-000001', 'x', '%E0%A4%A', '%00'].flatMap((serial) => [
    get(`/devices/${serial}`),
    get(`/devices/${serial}/readings`),
    send('POST', `/devices/${serial}/reboot`),
  ]),
  ...['job-9', 'job', 'x'].map((id) => get(`/jobs/${id}`)),
  get('/groups/none'),
  get('/nothing'),
]

const registrations: readonly ScriptedRequest[] = [
  send('POST', '/devices', { ...sensor, site: null, createdAt: '2001-01-01T00:00:00Z', serial: 'ZZ-000000' }),
  ...['robot', undefined].map((kind) => send('POST', '/devices', { ...sensor, kind })),
  ...[{ colour: 'red' }, { name: '' }, { secret: undefined }, { secret: 'short' }, { unit: 'miles' }].map(
    (rest) => send('POST', '/devices', { ...sensor, ...rest }),
  ),
  ...[['main'], ['spare'], ['main', 'main'], []].map((channels) =>
    send('POST', '/devices', { ...sensor, channels }),
  ),
  ...[{ ip: '10.0.0.1', vlan: 3 }, { vlan: 3 }, { ip: '10.0.0.999' }, { port: 1 }].map((network) =>
    send('POST', '/devices', { ...sensor, network }),
  ),
  send('POST', '/devices', {
    ...sensor,
    tags: ['north', 'roof'],
    network: { ip: '10.0.0.8', gateway: '10.0.0.1', vlan: 12 },
  }),
  send('POST', '/devices', actuator),
  ...[
    { mode: 'auto', schedule: '06:30' },
    { mode: 'auto' },
    { schedule: '06:30' },
    { mode: 'auto', schedule: '24:00' },
  ].map((rest) => send('POST', '/devices', { ...actuator, ...rest })),
  ...[[1, 2, 3], [1], [0, 1]].map((resolution) => send('POST', '/devices', { ...camera, resolution })),
  ...[large, largest, '9223372036854775808', '1.5', '-1'].map((count) =>
    send(
      'POST',
      '/devices',
      text(
        `{"kind":"camera","name":"Door","secret":"open-please","resolution":[1,1],"messageCount":${count}}`,
      ),
    ),
  ),
  send('POST', '/devices', text('{"kind":')),
  send('POST', '/devices', text('')),
  send('POST', '/devices', sensor, { 'content-type': 'application/xml' }),
  send('POST', '/groups', { name: 'Of XML', members: [] }, { 'content-type': 'application/xml' }),
  ['POST', '/devices', sensor],
]

const upserts: readonly ScriptedRequest[] = [
  send('PUT', '/devices/XY-000009', { ...camera, streamUrl: 'https://cam.example/1', online: true }),
  get('/devices/XY-000009'),
  send('PUT', '/devices/XY-000009', { ...camera, site: null }, { 'if-none-match': '*' }),
  get('/devices/XY-000009'),
  send('PUT', '/devices/XY-000009', { ...camera, site: null }),
  get('/devices/XY-000009'),
  send(
    'PUT',
    '/devices/XY-000009',
    text(`{"kind":"camera","name":"Door","secret":"open-please","resolution":[1,1],"messageCount":${large}}`),
  ),
  get('/devices/XY-000009'),
  send('PUT', '/devices/XY-000009', { ...actuator, firmware: [1, 2, 3] }),
  ...[
    [1, 2, 3, 4],
    [1, 2],
    [1, 2, 'three'],
  ].map((firmware) => send('PUT', '/devices/XY-000009', { ...actuator, firmware })),
  send('PUT', '/devices/XY-000009', { ...actuator, secret: 'short' }),
  send('PUT', '/devices/xy', actuator),
]

const merge = { 'content-type': 'application/merge-patch+json' }
const patches: readonly ScriptedRequest[] = [
  ...[
    { site: null },
    { name: 'Roof' },
    { name: null },
    { name: null, tags: [] },
    {},
    { kind: 'camera' },
    { tags: ['A'] },
  ].map((patch) => send('PATCH', device(1), patch, merge)),
  get(device(1)),
  get(device(1)),
  send('PATCH', device(1), { name: 'Json' }),
  send('PATCH', device(99), { name: 'Nobody' }, merge),
]

const reports: readonly ScriptedRequest[] = [
  ...[{ value: 1.5 }, { value: 'warm' }, { value: 1e9 }, { at: 'now' }, { quality: 'bad' }].map((rest) =>
    send('POST', `${device(2)}/readings`, { at: '2026-03-01T12:00:00Z', value: 2, ...rest }),
  ),
  get(device(2)),
  get(`${device(2)}/readings`),
  get(`${device(2)}/readings`),
  send('DELETE', `${device(1)}/readings`),
  send('DELETE', `${device(1)}/readings`),
  get(device(1)),
  send('POST', `${device(1)}/reboot`),
]

const alarm = { name: 'Mould', level: 'notice', threshold: 80 }
const alarms: readonly ScriptedRequest[] = [
  ...[alarm, {}, { level: undefined }, { level: 'loud' }, { escalation: 'call' }, { muted: true }].map(
    (rest) => send('POST', `${device(1)}/alarms`, { ...alarm, ...rest }),
  ),
  ...[
    '{"where":{"level":"notice"},"order":"-threshold"}',
    '{"limit":1,"offset":1}',
    '{"limit":0}',
    '{"where":[]}',
    '{',
  ].map((query) => get(`${device(1)}/alarms?query=${encodeURIComponent(query)}`)),
  get(`${device(1)}/alarms/count?where=${encodeURIComponent('{"muted":true}')}`),
  get(`${device(1)}/alarms/count?where=1`),
  get('/groups?offset=1'),
  get('/groups?offset=-1'),
  send('DELETE', `${device(1)}/alarms/alarm-1`),
  send('DELETE', `${device(1)}/alarms/alarm-1`),
  send('DELETE', `${device(1)}/alarms`),
  get(`${device(1)}/alarms`),
]

const groups: readonly ScriptedRequest[] = [
  send('POST', '/groups', group),
  get('/groups'),
  get('/groups/group-3'),
  send('POST', '/groups', group),
  ...[
    { members: ['SN-999999'] },
    { members: ['SN-000001', 'SN-000001'] },
    { description: null },
    { description: 7 },
    { name: '' },
  ].map((rest, index) => send('POST', '/groups', { ...group, name: `Group ${index}`, ...rest })),
  send('POST', '/groups', text('{"name":"a","name":"b","members":[]}')),
  get('/groups'),
  send('POST', '/groups/batch', [
    { name: 'One', members: [] },
    { name: 'Two', members: ['SN-999999'] },
    { name: 'One', members: [] },
  ]),
  send('POST', '/groups/batch', []),
  send('POST', '/groups/batch', group),
  send('PUT', '/groups/group-3', { name: 'Floor', members: ['SN-000002'] }),
  send('PUT', '/groups/group-3', { name: 'Nobody', members: ['SN-999999'] }),
  send('PUT', '/groups/group-3', { name: 'Roof', members: [] }),
  get('/groups/group-3'),
  send('DELETE', '/groups/group-3'),
  send('DELETE', '/groups/group-3'),
  get('/groups/group-3'),
  send('DELETE', device(2)),
  send('DELETE', device(2)),
  get('/groups/group-1'),
  send('DELETE', device(101)),
  send('POST', '/devices', camera),
  ...['group-4', 'group-5', 'group-6', 'group-7'].map((id) => send('DELETE', `/groups/${id}`)),
  send('POST', '/groups', group),
]

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const tokens: readonly ScriptedRequest[] = [
  'serial=SN-000001&scope=read',
  'serial=SN-000001&scope=read&scope=write&ttl=60',
  'serial=SN-000001&scope=read&ttl=59',
  'serial=SN-000001&scope=read&ttl=86401',
  'serial=SN-000001&scope=read&scope=read',
  'serial=SN-000001&scope=all',
  'serial=SN-999999&scope=read',
  'serial=%E0%A4%A',
  'scope=read',
].map((body) => send('POST', '/tokens', text(body), form))

const sessions: readonly ScriptedRequest[] = [
  send('POST', '/session', { username: 'operator', password: 'let-me-in' }),
  send('POST', '/session', { username: 'operator', password: 'let-me-out' }),
  send('POST', '/session', { username: 'operator' }),
  send('DELETE', '/session'),
]

const allRequests: readonly ScriptedRequest[] = [
  ...readEverything,
  ...methodsAndHeaders,
  ...lists,
  ...unknownPaths,
  ...registrations,
  ...upserts,
  ...readEverything,
  ...patches,
  ...reports,
  ...alarms,
  ...groups,
  ...tokens,
  send('POST', '/tokens', { serial: 'SN-000001', scope: ['read'] }),
  ...sessions,
  ...readEverything,
]

const authenticationRequests: readonly ScriptedRequest[] = [
  undefined,
  'Bearer wrong',
  'Basic open-sesame',
  'Bearer open-sesame',
].flatMap((authorization) =>
  ['/stats', '/groups', '/jobs/job-1', '/nothing'].map((path) =>
    get(path, authorization === undefined ? {} : { authorization }),
  ),
)

const rapidRequests: readonly ScriptedRequest[] = Array.from({ length: 14 }, () => get('/stats'))

/** Requests to all operations of the devices, or those that show what the options do. */
export const requestsFor = ({ auth, rateLimit }: Needs): readonly ScriptedRequest[] =>
  auth ? authenticationRequests : rateLimit ? rapidRequests : allRequests
