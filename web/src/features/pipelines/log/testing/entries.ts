/** Lines as the server stores them for a step. */
export const entries = (lines: readonly string[]) =>
  lines.map((text, line) => ({
    id: line,
    step_id: 7,
    time: line,
    line,
    data: Buffer.from(text).toString('base64'),
    type: 0,
  }))
