import type { Draft } from '../drafts/draft.ts'
import type { Route, Routes } from '../paths/routes.ts'

/** The routes of operations that no draft has. */
export function unclaimedRoutes(routes: Routes, drafts: readonly Draft[]): readonly Route[] {
  const claimed = new Set(drafts.flatMap((draft) => [...draft.routes.keys()]))
  return [...routes.values()].flat().filter(({ operation }) => !claimed.has(operation.id))
}
