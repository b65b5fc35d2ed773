import type { FastifyReply, FastifyRequest } from 'fastify'

import { chooseEncoding, type EncodedFile } from './encodedFile.ts'

/** Sends a file, compressed if the browser takes it so; 304 when the browser has it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: EncodedFile,
  cacheControl: string,
) {
  reply
    .removeHeader('expires')
    .removeHeader('last-modified')
    .headers({ 'cache-control': cacheControl, etag: file.etag, vary: 'accept-encoding' })
  if (isKnown(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const encoded = encoding && file.encoded(encoding)
  if (encoded) reply.header('content-encoding', encoding)
  return reply.type(file.type).send(encoded ? await encoded : file.body)
}

export function sendText(reply: FastifyReply, status: number, text: string) {
  return reply.code(status).type('text/plain; charset=utf-8').send(text)
}

function isKnown(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((one) => one.trim() === '*' || one.trim() === etag)
}
