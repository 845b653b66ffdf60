import { readdirSync, readFileSync, statSync, appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadObject } from './spec/loading/load-object.ts'
import { operationsOf } from './spec/operations.ts'
import { inferResources } from './spec/inference/infer-resources.ts'
import { requestSchema } from './spec/inference/bodies/content.ts'
import { describedLimits } from './spec/inference/numbers/described-limits.ts'
import { describedMaximum } from './spec/inference/numbers/described-maximums.ts'
import { describedEffects } from './spec/inference/numbers/described-effects.ts'
import { describedSigns } from './spec/inference/numbers/described-signs.ts'
import { formulasOf } from './spec/inference/numbers/formulas.ts'
import { monotonicProperties } from './spec/inference/numbers/monotonic-properties.ts'
import { flagActionOf, onceOnlyAction } from './spec/inference/states/flag-actions.ts'
import { describedMoves } from './spec/inference/states/described-moves.ts'
import { referencedStates, stateRefusals } from './spec/inference/states/referenced-states.ts'
import { conditionalStates } from './spec/inference/states/conditional-states.ts'
import { initialState, statePrecondition } from './spec/inference/states/described-states.ts'
import { deletionGuards } from './spec/inference/states/deletion-guards.ts'
import { thresholdEffects } from './spec/inference/states/threshold-effects.ts'
import { describedMoments } from './spec/inference/times/described-moments.ts'
import { describedTimes } from './spec/inference/states/described-times.ts'
import { describedOverlap } from './spec/inference/times/described-overlaps.ts'
import { describedRanges, describedQueryRanges } from './spec/inference/constraints/described-ranges.ts'
import { uniqueCombinationOf, combinationInState } from './spec/inference/constraints/unique-combinations.ts'
import { uniqueKeysOf } from './spec/inference/constraints/unique-keys.ts'
import { requiredWhen } from './spec/inference/constraints/required-when.ts'
import { fixedProperties } from './spec/inference/constraints/fixed-properties.ts'
import { distinctValues } from './spec/inference/constraints/distinct-values.ts'
import { keptByDeletion } from './spec/inference/states/kept-by-deletion.ts'
import { effectsOnOthers } from './spec/inference/states/effects-on-others.ts'
import { initialFlags } from './spec/inference/states/initial-flags.ts'
const root = process.argv[2]!, out = process.argv[3]!, every = Number(process.argv[4] ?? 1), from = Number(process.argv[5] ?? 0)
const walk = (d: string): string[] => readdirSync(d, { withFileTypes: true }).flatMap((e) => e.isDirectory() ? walk(join(d, e.name)) : /\.(json)$/.test(e.name) ? [join(d, e.name)] : [])
const files = walk(root).filter((f) => statSync(f).size < 6_000_000 && !/googleapis|azure\.com|amazonaws|ghes|windows\.net/.test(f)).filter((_, i) => i % every === from)
writeFileSync(out, '')
let n = 0
for (const file of files) {
  try {
    const document = loadObject(JSON.parse(readFileSync(file, 'utf8')))
    const { operations, byId } = operationsOf(document)
    const model = inferResources(document, operations)
    const put = (rule: string, op: any, f: () => any) => {
      let v; try { v = f() } catch (e) { v = 'THROWN ' + String(e) }
      if (v === undefined || (Array.isArray(v) && v.length === 0) || (typeof v === 'object' && Object.keys(v).length === 0)) return
      const text = [op?.summary, op?.description, ...(op?.responses ?? []).filter((r: any) => /4/.test(r.status[0])).map((r: any) => r.status + ' ' + r.description)].filter(Boolean).join(' | ').replace(/\s+/g, ' ')
      appendFileSync(out, `${rule}\t${file.slice(root.length)}\t${op?.id ?? ''}\t${JSON.stringify(v, (k, x) => k === 'schema' || k === 'pointer' ? undefined : x).slice(0, 400)}\t${text.slice(0, 700)}\n`)
    }
    for (const resource of model.resources) {
      put('deletionGuards', undefined, () => deletionGuards(document, resource.record))
      put('formulas', { id: resource.name }, () => formulasOf(document, resource.record))
      for (const role of resource.operations) {
        const op = byId.get(role.operationId); if (!op) continue
        const sent = requestSchema(op)
        const write = { operation: op, sent } as any
        put('precondition', op, () => statePrecondition(document, resource.record, op))
        put('flagAction', op, () => flagActionOf(document, resource.record, op))
        put('onceOnly', op, () => onceOnlyAction(document, resource.record, op))
        put('effectsOnOthers', op, () => effectsOnOthers(document, op, resource, model.resources))
        put('referencedStates', op, () => referencedStates(document, op, resource.references, model.resources))
        put('describedTimes', op, () => describedTimes(document, resource.record, op))
        put('queryRanges', op, () => describedQueryRanges(document, op))
        if (role.role === 'delete') put('keptByDeletion', op, () => keptByDeletion(document, op, resource.record))
        if (role.role === 'create') {
          put('initialState', op, () => initialState(document, resource.record, op))
          put('conditionalStates', op, () => conditionalStates(document, resource.record, op))
          put('initialFlags', op, () => initialFlags(document, resource.record, op))
          put('maximum', op, () => describedMaximum(document, op, role, resource))
          put('effects', op, () => describedEffects(document, model, resource, op))
          put('overlap', op, () => describedOverlap(op))
          if (sent) put('uniqueKeys', op, () => uniqueKeysOf(document, resource.record, write))
          if (sent) put("combination", op, () => uniqueCombinationOf(document, write, resource))
          if (sent) put("combinationInState", op, () => combinationInState(document, write, resource))
        }
        if (sent) {
          put('limits', op, () => describedLimits(document, op, sent, model.resources))
          put('signs', op, () => describedSigns(document, sent))
          put('ranges', op, () => describedRanges(document, op, sent))
          put('requiredWhen', op, () => requiredWhen(document, op, sent))
          put('distinct', op, () => distinctValues(document, op, sent))
          put('moments', op, () => describedMoments(document, op, sent))
          if (['update', 'replace'].includes(role.role)) {
            put('moves', op, () => describedMoves(document, op, sent))
            put('monotonic', op, () => monotonicProperties(document, op, sent))
            put('fixed', op, () => fixedProperties(document, resource.record, sent, op))
            put('threshold', op, () => thresholdEffects(document, op, sent, resource.record))
          }
        }
      }
    }
  } catch (e) { appendFileSync(out, `ERROR\t${file}\t${String((e as Error).stack).slice(0, 300)}\n`) }
  if (++n % 50 === 0) console.error(n, files.length)
}
