import { setFlagsFromString } from 'node:v8'

/**
 * When V8 optimizes a function. Most runs end before optimization pays off: `late` saves a fifth of the CPU time of 2,000
 * requests. `soon` is V8's default.
 */
export type Optimizing = 'late' | 'soon'

/**
 * V8 flags for the optimization threshold, in bytes of executed bytecode in Node 20 and in calls later, and for the
 * WebAssembly function to optimize (-1 for all): optimizing undici's HTTP parser takes a tenth of a second.
 */
const settings: Readonly<Record<string, Readonly<Record<Optimizing, number>>>> = {
  ...(Number.parseInt(process.versions.v8, 10) < 12
    ? { 'interrupt-budget': { late: 1_000_000, soon: 67_584 } }
    : { 'invocation-count-for-turbofan': { late: 20_000, soon: 3000 } }),
  'wasm-tier-up-filter': { late: 1_000_000, soon: -1 },
}

/** Applies to the whole process from now on. */
export function optimize(when: Optimizing): void {
  for (const [flag, value] of Object.entries(settings)) setFlagsFromString(`--${flag}=${String(value[when])}`)
}
