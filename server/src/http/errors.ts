/** The only error a feature throws on purpose: a status and a text for the caller. Anything else is a bug and becomes a 500. */
export class HttpError extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

export const badRequest = (message: string) => new HttpError(400, message)
export const unauthorized = (message = 'User not authorized') => new HttpError(401, message)
export const forbidden = (message = 'User not authorized') => new HttpError(403, message)
export const notFound = (what: string) => new HttpError(404, `${what} not found`)
export const conflict = (message: string) => new HttpError(409, message)
