const irregular: Readonly<Record<string, string>> = {
  send: 'sent',
  checkout: 'checkedout',
  checkin: 'checkedin',
  hold: 'held',
  read: 'read',
  open: 'open',
  reopen: 'open',
  withdraw: 'withdrawn',
  freeze: 'frozen',
  hide: 'hidden',
  lend: 'lent',
  sell: 'sold',
  lose: 'lost',
  choose: 'chosen',
  take: 'taken',
  deactivate: 'inactive',
  complete: 'done',
  finish: 'done',
  void: 'void',
  // Not verbs, although paths that set a flag are named so: `PUT /recipes/{id}/favorite`.
  default: 'default',
  favorite: 'favorite',
  favourite: 'favourite',
  primary: 'primary',
  private: 'private',
  public: 'public',
}

const off = ['off', 'stopped']

/** Further words for a state that something is in after an action. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  start: ['inprogress', 'active', 'running'],
  reopen: ['opened'],
  stop: ['off'],
  shutdown: off,
  poweroff: off,
  poweron: ['on', 'running', 'active'],
}

/** Whether an action sets properties to what it is sent, by its verb: `resize`. */
export const setsValues = ([verb = '']: readonly string[]): boolean =>
  /^(?:change|set|resize|rename|reschedule|postpone|attach|assign)$/.test(verb)

/** The states that a decision leads to. */
const decisions = ['approved', 'accepted', 'rejected', 'declined', 'denied']

/** The states of what an event has started, `active` for `started`, or decided. */
export const statesSince = (event: string): readonly string[] =>
  /^(?:decided|decision|reviewed)$/.test(event)
    ? decisions
    : event.endsWith('ated')
      ? [event.replace(/ated$/, 'e')]
      : (event.endsWith('ed') && synonyms[event.slice(0, -2)]) || []

/**
 * The words for the state that an action leads to, without separators: `shipped` for `ship`, `paid` for `pay`, `checkedin` for
 * `check-in`, `active` for `activate`, `read` for `mark-as-read`.
 */
export function pastForms([verb = '', ...rest]: readonly string[]): ReadonlySet<string> {
  if (verb === '') return new Set()
  if (verb === 'mark' && rest.length > 0) return new Set([rest.filter((word) => word !== 'as').join('')])
  const stem = verb.replace(/y$/, 'i')
  const forms = [`${stem}d`, `${stem}ed`, `${verb}ed`, `${verb}${verb.slice(-1)}ed`]
  const adjective = verb.endsWith('ate') ? [verb.replace(/ate$/, 'e')] : []
  const others = Object.hasOwn(irregular, verb) ? [irregular[verb] ?? ''] : adjective
  const whole = [verb, ...rest].join('')
  if (Object.hasOwn(synonyms, whole) && rest.length > 0) return new Set(synonyms[whole])
  const meant = Object.hasOwn(synonyms, verb) ? (synonyms[verb] ?? []) : []
  return new Set([...forms, ...others, ...meant].map((form) => form + rest.join('')))
}

/** The participles for what a noun stands for: `paid` for a payment, `refunded` for a refund, `enrolled` for an enrolment, `booked` for a booking, `rented` for a rental. */
export function participlesFor(noun: string): readonly string[] {
  const verb = noun.replace(/(?:ment|ation|ing|al)$/, '')
  return /^[a-z]{3,}$/.test(verb) ? [...pastForms([verb]), ...pastForms([noun])] : [noun]
}

/** Actions that undo others, beside those named `un…`. */
const opposites: Readonly<Record<string, readonly string[]>> = {
  disable: ['enable'],
  enable: ['disable'],
  reactivate: ['deactivate', 'suspend', 'cancel'],
  reinstate: ['suspend', 'terminate', 'revoke'],
  restart: ['stop'],
  restore: ['archive', 'delete', 'trash'],
  resume: ['pause', 'suspend'],
  close: ['open', 'reopen'],
  detach: ['attach'],
  open: ['close'],
}

/** The word for what an action begins: `watching` for `watch`; undefined for an action of several words. */
export function progressiveOf([verb, ...rest]: readonly string[]): string | undefined {
  return verb === undefined || rest.length > 0 ? undefined : `${verb.replace(/e$/, '')}ing`
}

/** The actions that another one undoes: `publish` for `unpublish`, `enable` for `disable`; none for other actions. */
export function undoneBy([verb = '', ...rest]: readonly string[]): readonly (readonly string[])[] {
  const undone = /^(?:un|de(?=activate))(.+)/.exec(verb)?.[1]
  const all = undone === undefined ? Object.hasOwn(opposites, verb) && opposites[verb] : [undone]
  return all ? all.map((each) => [each, ...rest]) : []
}
