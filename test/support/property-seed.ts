import { configureGlobal } from 'fast-check'

// The same cases in every run. `FC_SEED=$RANDOM npm test` looks for others.
configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 1) })
