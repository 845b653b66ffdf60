import type { Random } from '../../data/random.ts'
import { maxLatency, type Latency } from './fault.ts'

/** Standard deviations from the mean that 95 % of a normal distribution lies within. */
const z95 = 1.959964

/** Draws a delay from the distribution, in milliseconds. */
export function drawLatency({ min, max = min, distribution = 'uniform' }: Latency, random: Random): number {
  if (distribution === 'uniform') return Math.round(min + random.next() * (max - min))
  const [low, high] = distribution === 'normal' ? [min, max] : [Math.log(min), Math.log(max)]
  const value = (low + high) / 2 + ((high - low) / 2 / z95) * standardNormal(random)
  const delay = distribution === 'normal' ? value : Math.exp(value)
  return Math.round(Math.min(maxLatency, Math.max(0, delay)))
}

/** The Box–Muller transform. */
function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
