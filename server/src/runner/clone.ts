import type { CompiledStep } from '../engine/types.ts'

const attempts = 5
const secondsBetween = 5

/**
 * The built-in clone as a shell script (engine 8.5): init, fetch of exactly the commit, hard reset, submodules, LFS.
 * Each git command is shown as `+ git …` before it runs. Settings are those of the usual clone plugin, spelt with `-` or `_`.
 */
export function cloneScript({ settings: written, environment }: CompiledStep, url: string): string {
  const settings = Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name.toLowerCase().replaceAll('-', '_'), value]),
  )
  const setting = (...names: string[]) => names.map((name) => settings[name]).find((value) => value) ?? ''
  const isOn = (name: string, fallback: boolean) =>
    setting(name) === '' ? fallback : /^(1|t|true)$/i.test(setting(name))
  const sha = setting('sha') || (environment['CI_COMMIT_SHA'] ?? '')
  const ref = setting('ref')
  const target = ref || sha || (environment['CI_COMMIT_REF'] ?? '')
  if (target === '') throw new Error('There is no commit to clone')
  const branch =
    setting('branch') || environment['CI_COMMIT_BRANCH'] || environment['CI_REPO_DEFAULT_BRANCH'] || 'main'
  const hasTags = isOn('tags', environment['CI_PIPELINE_EVENT'] === 'tag')
  const depth = depthOf(setting('depth'), isOn('partial', !hasTags))
  const fetchOptions = [
    hasTags ? '--tags' : '--no-tags',
    ...(depth > 0 ? [`--depth=${depth}`] : []),
    // Asked for by name only: from a repository on the same machine it would save nothing.
    ...(isOn('partial', false) && !hasTags ? ['--filter=tree:0'] : []),
  ]
  const insecure = isOn('skip_verify', false) ? [git('config', 'http.sslVerify', 'false')] : []
  const format = /^[0-9a-f]{64}$/.test(sha) ? 'sha256' : 'sha1'
  return [
    'set -e',
    prelude,
    git('config', '--global', '--replace-all', 'safe.directory', '*'),
    'if [ ! -e .git ]; then',
    git('init', '-q', `--object-format=${format}`, '-b', branch),
    git('config', 'protocol.version', '2'),
    ...insecure,
    git('remote', 'add', 'origin', setting('remote') || url),
    'fi',
    `fetch ${[...fetchOptions, 'origin', `+${target}:`].map(quote).join(' ')}`,
    git('reset', '--hard', '-q', ref && !setting('sha') ? 'FETCH_HEAD' : sha || 'FETCH_HEAD'),
    ...submoduleCommands(setting, isOn),
    ...(isOn('lfs', true) ? [lfs] : []),
    '',
  ].join('\n')
}

/** Where to clone to, below the workspace: the setting `path`, else the workspace itself. */
export const cloneFolder = ({ settings, directory }: CompiledStep) => settings['path'] || directory

/** The partial clone is one commit deep; 0 is the whole history. */
const depthOf = (depth: string, isPartial: boolean) => {
  if (/^[1-9]\d*$/.test(depth)) return Number(depth)
  return isPartial ? 1 : 0
}

/** `{"name": "url"}` */
function overrides(text: string): [string, string][] {
  if (text === '') return []
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null)
    throw new Error('The setting submodule_override is not a map')
  return Object.entries(value).map(([name, url]) => [name, String(url)])
}

function submoduleCommands(
  setting: (...names: string[]) => string,
  isOn: (name: string, fallback: boolean) => boolean,
): string[] {
  if (!isOn('recursive', true)) return []
  const shallow = isOn('submodule_partial', true) ? ['--depth=1', '--recommend-shallow'] : []
  const remote = isOn('submodule_update_remote', false) ? ['--remote'] : []
  return [
    'if [ -f .gitmodules ]; then',
    git('submodule', 'init'),
    ...overrides(setting('submodule_override', 'submodule_overrides')).map(([name, url]) =>
      git('config', `submodule.${name}.url`, url),
    ),
    git('submodule', 'update', '--init', '--recursive', ...shallow, ...remote),
    'fi',
  ]
}

const quote = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** Shows the command, then runs it. */
const git = (...args: string[]) => `show git ${args.map(quote).join(' ')}`

const prelude = `show() {
  printf '+ %s\\n' "$*"
  "$@"
}
# A commit that was pushed a moment ago may not be there yet: that alone is worth another try.
fetch() {
  errors="$HOME/.fetch-errors"
  attempt=1
  while :; do
    printf '+ git fetch %s\\n' "$*"
    code=0
    git fetch "$@" 2> "$errors" || code=$?
    cat "$errors"
    [ "$code" -ne 0 ] || break
    [ "$attempt" -lt ${attempts} ] || break
    grep -qi 'remote ref' "$errors" || break
    attempt=$((attempt + 1))
    sleep ${secondsBetween}
  done
  rm -f "$errors"
  return "$code"
}`

const lfs = `if git grep -q 'filter=lfs' -- '.gitattributes' '**/.gitattributes' 2> /dev/null; then
  if git lfs version > /dev/null 2>&1; then
    show git lfs fetch
    show git lfs checkout
  else
    echo 'git-lfs is not installed: LFS files stay pointers'
  fi
fi`
