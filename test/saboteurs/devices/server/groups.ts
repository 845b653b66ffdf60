import { defined, type Handler } from '../../document-service/call.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import type { JsonObject } from '../../shared/json.ts'
import { noSuch, refuse, unknownDevice } from './errors.ts'
import { page } from './pages.ts'
import { showGroup, type Group, type State } from './state.ts'

export const groups: Readonly<Record<string, Handler<State>>> = {
  listGroups: (values, { state }) => page([...state.groups.values()].map(showGroup), values),

  createGroup({ body }, { state }) {
    const refusal = refused(state, body, undefined)
    if (refusal) return refusal
    const id = `group-${++state.count.group}`
    return reply(201, keep(state, id, body), { Location: `/groups/${id}` })
  },

  createGroups({ list }, { state }) {
    const results = list.map((each, index): JsonObject => {
      const refusal = refused(state, each, undefined)
      if (refusal) return { index, status: refusal.status }
      const id = `group-${++state.count.group}`
      keep(state, id, each)
      return { index, status: 201, id }
    })
    return reply(207, { results, created: results.filter(({ status }) => status === 201).length })
  },

  getGroup({ path: { groupId = '' } }, { state }) {
    const group = state.groups.get(groupId)
    return group ? reply(200, showGroup(group)) : noSuch('group', groupId)
  },

  replaceGroup({ path: { groupId = '' }, body }, { state }) {
    if (!state.groups.has(groupId)) return noSuch('group', groupId)
    return refused(state, body, groupId) ?? reply(200, keep(state, groupId, body))
  },

  deleteGroup: ({ path: { groupId = '' } }, { state }) =>
    state.groups.delete(groupId) ? reply(204) : noSuch('group', groupId),
}

function keep(state: State, id: string, { name, description, members }: JsonObject): JsonObject {
  const group = { id, ...defined({ name, description, members }) } as unknown as Group
  state.groups.set(id, group)
  return showGroup(group)
}

/** The conflict or unknown reference of a valid group, if there is one. */
function refused(state: State, body: JsonObject, id: string | undefined): Reply | undefined {
  const { name, members } = body as unknown as Group
  if ([...state.groups.values()].some((group) => group.name === name && group.id !== id)) {
    return refuse(409, 'name_taken', `There is a group ${name}.`)
  }
  const dangling = members.findIndex((serial) => !state.devices.has(serial))
  return dangling < 0 ? undefined : unknownDevice(members[dangling], `/members/${dangling}`)
}
