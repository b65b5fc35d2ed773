import type { FastifyInstance } from 'fastify'

/** The format of pipeline files, for editors: they check a file against it as somebody types. */
export function mountSchema(app: FastifyInstance, schema: object) {
  const text = JSON.stringify(schema)
  app.get('/schema/pipeline.json', (_request, reply) =>
    reply.type('application/schema+json; charset=utf-8').send(text),
  )
}
