import { configureGlobal } from 'fast-check'

// Every run uses the same seed. `FC_SEED=$RANDOM npm test` tries other cases.
configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 1) })
