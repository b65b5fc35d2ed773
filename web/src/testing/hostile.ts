/** Texts that comparable products have executed, followed, or broken their layout with. */
export const payloads = [
  '<img src=x onerror="globalThis.wasRun=true">',
  '"><script>globalThis.wasRun=true</script>',
  'javascript:globalThis.wasRun=true',
  '<svg/onload=globalThis.wasRun=true>',
  '[click](javascript:globalThis.wasRun=true) `code` <form action=//evil.test>',
  '{{constructor.constructor("globalThis.wasRun=true")()}} ${7*7} {count, plural, one {x}}',
  'data:text/html,<script>globalThis.wasRun=true</script>',
  '../../../api/user/token?x=1#y',
  '//evil.test/\\..\\',
  'safe\u202egnp.exe\u202c\u200b\u2066',
  '__proto__',
  'constructor',
  '\u0000\u001b[31mred\u001b[0m\r\n\u0007',
  '\ud800 lone',
  'W'.repeat(20_000),
  '🏳️‍🌈'.repeat(200),
  'ﷺ'.repeat(200),
  'z̶̡̢̛̖̗̘̙̜̝̞̟̠̣̤̥̦̩̪̫̬̭̮̯̰̱̲̳̹̺̻̼͇͈͉͍͎̀́̂̃̄̅̆̇̈̉̊̋̌̍̎̏̐̑̒̓̔̽̾̿̀́͂̓̈́͆͊͋͌̕̚ͅ͏͓͔͕͖͙͚͐͑͒͗͛'.repeat(20),
  ' ',
] as const

/**
 * The same thing with a payload in every text, keys of maps included; numbers and flags stay. `seed` decides which
 * payload comes first, so that a few seeds put every payload into every field.
 */
export function makeHostile<Value>(value: Value, seed = 0): Value {
  let next = seed
  const payload = () => {
    next += 1
    return payloads[next % payloads.length] ?? ''
  }
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return payload()
    if (Array.isArray(part)) return part.map(walk)
    if (part === null || typeof part !== 'object') return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]))
  }
  return walk(value) as Value
}

/** What must hold on a page that shows hostile texts. Gives what is wrong with it, nothing when all is well. */
export function harmOn(page: ParentNode): string[] {
  const harm: string[] = []
  if ('wasRun' in globalThis) harm.push('a payload was run')
  for (const element of page.querySelectorAll('*')) {
    if (/^(?:script|iframe|object|embed|base|meta)$/i.test(element.tagName))
      harm.push(`a ${element.tagName} element`)
    for (const { name, value } of element.attributes) {
      if (/^on|^(?:form)?action$/i.test(name)) harm.push(`${element.tagName} ${name}`)
      if (/^(?:href|src|xlink:href)$/i.test(name) && /^\s*(?:javascript|data|vbscript):/i.test(value)) {
        harm.push(`${element.tagName} ${name}=${value.slice(0, 40)}`)
      }
    }
  }
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const isOutside =
      new URL(link.href, 'http://ci.test').origin !==
      new URL('/', document.baseURI || 'http://ci.test').origin
    if (isOutside && !/noopener/.test(link.rel))
      harm.push(`a link to ${link.href.slice(0, 60)} without noopener`)
  }
  return harm
}
