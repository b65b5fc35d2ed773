import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aForge } from '../../../testing/fixtures.ts'
import { payloads } from '../../../testing/hostile.ts'
import { problemsOf } from '../../../ui/useForm.ts'
import { applicationsUrl, forgeKinds, isForgeUrl, normalUrl, redirectUrl } from './forgeKinds.ts'
import { forgeRules, type ForgeValues, inputOf, newForge, valuesOf, withKind } from './forgeValues.ts'

const values = (overrides: Partial<ForgeValues> = {}): ForgeValues => ({
  ...newForge,
  client: 'abc',
  oauth_client_secret: 'shh',
  ...overrides,
})

describe('redirect address', () => {
  it.each([
    ['https://ci.test', '', 'https://ci.test/authorize'],
    ['https://ci.test/', '/ci', 'https://ci.test/ci/authorize'],
    ['https://ci.test', '/ci/', 'https://ci.test/ci/authorize'],
    ['https://ci.test', '/', 'https://ci.test/authorize'],
  ])('%s with root path "%s" is %s', (origin, rootPath, address) => {
    expect(redirectUrl(origin, rootPath)).toBe(address)
  })
})

describe('addresses', () => {
  it.each([
    ['git.test', 'https://git.test'],
    [' git.test/sub/ ', 'https://git.test/sub'],
    ['http://git.test:3000//', 'http://git.test:3000'],
    ['HTTPS://git.test', 'HTTPS://git.test'],
    ['', ''],
  ])('%s becomes %s', (typed, address) => {
    expect(normalUrl(typed)).toBe(address)
  })

  it('stay as they are once they are mended', () => {
    fc.assert(
      fc.property(fc.webUrl(), (address) => {
        expect(normalUrl(normalUrl(address))).toBe(normalUrl(address))
      }),
    )
  })

  it.each([
    ...payloads.slice(0, 9),
    'ftp://git.test',
    'https://ana:pw@git.test',
    'https://git.test?a',
    'https://',
    'a b',
  ])('%s is none', (address) => {
    expect(isForgeUrl(address)).toBe(false)
  })

  it.each([
    ['github', 'https://github.com', '', 'https://github.com/settings/applications/new'],
    ['gitlab', 'gitlab.test/', '', 'https://gitlab.test/-/user_settings/applications'],
    ['gitea', 'http://git.test/sub', '', 'http://git.test/sub/user/settings/applications'],
    ['forgejo', 'git.internal', 'https://git.test', 'https://git.test/user/settings/applications'],
    ['bitbucket', '', '', 'https://bitbucket.org/account/workspaces/'],
    ['bitbucket-dc', 'https://bb.test', '', 'https://bb.test/plugins/servlet/applinks/listApplicationLinks'],
    ['gitea', '', '', undefined],
    ['gitea', 'javascript:alert(1)', '', undefined],
  ] as const)('%s at "%s" (browsers: "%s") has its applications at %s', (kind, url, host, address) => {
    expect(applicationsUrl(kind, url, host)).toBe(address)
  })
})

describe('another kind', () => {
  it('brings its own address where nothing was typed', () => {
    expect(withKind(newForge, 'gitlab').url).toBe('https://gitlab.com')
    expect(withKind(withKind(newForge, 'gitea'), 'github').url).toBe('https://github.com')
  })
  it('keeps the address that was typed', () => {
    expect(withKind({ ...newForge, url: 'https://git.test' }, 'gitlab').url).toBe('https://git.test')
  })
})

describe('what is sent', () => {
  it.each([
    ['forgejo', {}],
    ['gitea', {}],
    ['github', { 'merge-ref': true, 'public-only': false }],
    ['gitlab', {}],
    ['bitbucket', {}],
    [
      'bitbucket-dc',
      { 'oauth-enable-project-admin-scope': false, 'git-username': 'ci', 'git-password': 'pw' },
    ],
  ] as const)('of %s are its own options', (type, options) => {
    const typed = values({
      type,
      url: 'git.test/',
      gitUsername: ' ci ',
      gitPassword: 'pw',
      options: { ...newForge.options, 'merge-ref': true },
    })
    const input = inputOf(typed)
    expect(input.additional_options).toEqual(options)
    expect(input.url).toBe(type === 'bitbucket' ? 'https://bitbucket.org' : 'https://git.test')
  })

  it('is no address for browsers where it is the same', () => {
    expect(inputOf(values({ url: 'git.test', oauth_host: 'https://git.test/' })).oauth_host).toBe('')
    expect(inputOf(values({ url: 'git.internal', oauth_host: 'git.test' })).oauth_host).toBe(
      'https://git.test',
    )
  })

  it('keeps the options that only the server knows, and a password that it tells', () => {
    const forge = aForge({
      type: 'bitbucket-dc',
      additional_options: { later: [1], 'git-username': 'ci', 'git-password': 'told' },
    })
    const typed = valuesOf(forge, 'bitbucket-dc')
    expect(typed.gitPassword).toBe('')
    expect(inputOf(typed, forge).additional_options).toEqual({
      later: [1],
      'git-username': 'ci',
      'git-password': 'told',
      'oauth-enable-project-admin-scope': false,
    })
    expect(inputOf({ ...typed, gitPassword: 'new' }, forge).additional_options).toMatchObject({
      'git-password': 'new',
    })
  })

  it('is a stored forge again when nothing was changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forgeKinds.filter((kind) => kind !== 'bitbucket')),
        fc.array(fc.string()),
        fc.boolean(),
        (type, orgs, skip_verify) => {
          const forge = aForge({ type, url: 'https://git.test', client: 'abc', orgs, skip_verify })
          const {
            additional_options: _,
            oauth_client_secret,
            ...input
          } = inputOf(valuesOf(forge, type), forge)
          expect(forge).toMatchObject(input)
          expect(oauth_client_secret).toBe('')
        },
      ),
    )
  })
})

describe('rules', () => {
  const problems = (overrides: Partial<ForgeValues>, isStored = false) =>
    problemsOf(forgeRules({ isStored }), values(overrides))

  it.each([
    ['all is well', {}, {}],
    ['no address', { url: ' ' }, { url: 'required' }],
    ['no real address', { url: 'a b' }, { url: 'notUrl' }],
    ['no address, for the one that needs none', { type: 'bitbucket', url: '' }, {}],
    ['a bad address for browsers', { oauth_host: 'ftp://git.test' }, { oauth_host: 'notUrl' }],
    ['no client', { client: ' ' }, { client: 'required' }],
    ['no secret', { oauth_client_secret: '' }, { oauth_client_secret: 'required' }],
    [
      'no account to clone with',
      { type: 'bitbucket-dc' },
      { gitUsername: 'required', gitPassword: 'required' },
    ],
  ] as const)('see that there is this: %s', (_, overrides, expected) => {
    expect(problems(overrides as Partial<ForgeValues>)).toEqual(expected)
  })

  it('keep stored secrets where nothing is typed', () => {
    expect(problems({ type: 'bitbucket-dc', gitUsername: 'ci', oauth_client_secret: '' }, true)).toEqual({})
  })
})
