import type { Pipeline } from '@yaffle/contract/pipelines'
import { createContext, useContext } from 'react'

export const PipelineContext = createContext<Pipeline | undefined>(undefined)

/** For everything below the pipeline's frame, which shows its own states until it is known. */
export function usePipeline(): Pipeline {
  const pipeline = useContext(PipelineContext)
  if (!pipeline) throw new Error('There is no pipeline around this part')
  return pipeline
}
