import type { FastifyRequest } from 'fastify'

/** A parameter from the form or else the query; `''` when it is absent. Of several the first counts. */
export function textField(request: FastifyRequest, name: string): string {
  return read(request.body, name) || read(request.query, name)
}

function read(source: unknown, name: string): string {
  if (source === null || typeof source !== 'object') return ''
  const value: unknown = (source as Record<string, unknown>)[name]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : ''
}
