/** Pipeline files come from whoever can push: every cost they can cause has a bound. */

/** Characters of one pipeline file; real ones have some thousands. */
export const maxFileLength = 256 * 1024
/** Characters of a file once its variables are put in. */
export const maxSubstitutedLength = 512 * 1024
/** Lexical pieces of one file: what reading YAML costs goes with their number. */
export const maxLexemes = 60_000
/** The same for one pipeline, over all files and matrix axes. */
export const maxPipelineLexemes = 400_000
/** Values of one file with aliases and merges written out. */
export const maxNodes = 100_000
/** Maps and lists inside one another, aliases written out. */
export const maxDepth = 15
/** Workflows of one pipeline. */
export const maxWorkflows = 500
/** Elementary steps that one file's substitution may take. */
export const maxSubstitutionWork = 5_000_000
/** `${a:-${b:-…}}` inside one another. */
export const maxSubstitutionDepth = 50
/** Elementary steps that the filters of one pipeline may take. */
export const maxFilterWork = 20_000_000
/** Steps of one workflow, services included. */
export const maxSteps = 500
/** Findings of one pipeline that are kept. */
export const maxFindings = 500
