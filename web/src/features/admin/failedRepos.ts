import * as z from 'zod/mini'

const Failure = z.object({ failed_repos: z.array(z.int()).check(z.minLength(1)) })

/** The ids in the server's answer to repairing all (wire 3.3); undefined when it says something else. */
export function failedRepos(body: string): number[] | undefined {
  try {
    const failure = Failure.safeParse(JSON.parse(body))
    return failure.success ? failure.data.failed_repos : undefined
  } catch {
    return undefined
  }
}
