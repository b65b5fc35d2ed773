import fc from 'fast-check'

// The same cases in every run, so that a red run says something about the change at hand. FUZZ_SEED=random looks further.
const { FUZZ_SEED: seed = '20261121' } = process.env
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
