/** Lines of a log as Markdown: a link to them, and the lines in a fence that they cannot close. */
export function markdownQuote(title: string, url: string, lines: string): string {
  const longest = Math.max(0, ...(lines.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  const name = title.replace(/[\\[\]`*_<>]/g, String.raw`\$&`)
  return `[${name}](${url.replace(/\(/g, '%28').replace(/\)/g, '%29')})\n\n${fence}text\n${lines}\n${fence}\n`
}
