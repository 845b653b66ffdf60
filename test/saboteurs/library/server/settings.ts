import { defined, type Handler } from '../../document-service/call.ts'
import { reply } from '../../shared/exchange.ts'
import type { State } from './state.ts'

export const settings: Readonly<Record<string, Handler<State>>> = {
  getSettings: (_, { state }) => reply(200, { data: state.settings }),

  replaceSettings({ body: { loanDays, reminders, openingHours } }, { state }) {
    state.settings = defined({ loanDays, reminders, openingHours })
    return reply(200, { data: state.settings })
  },
}
