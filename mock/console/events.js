/** Events for the views: `exchange` with a journal entry, `state` and `clock` when those have changed. */
export const events = new EventTarget()

export const notify = (kind, detail) => events.dispatchEvent(new CustomEvent(kind, { detail }))
