import { expect, it } from 'vitest'

import { openDatabase } from '../database/database.ts'
import { createUserStore, isNamedAdmin } from './users.store.ts'

function aStore() {
  const db = openDatabase(':memory:')
  const users = createUserStore(db)
  return {
    db,
    users,
    signIn: (
      forgeId: number,
      remoteId: string,
      login: string,
      more: object = {},
      admins: string[] = ['admin'],
    ) => users.signIn({ forgeId, forgeUser: { remoteId, login, ...more }, admins, now: 1_800_000_000 }),
    orgs: () =>
      db.all<{ id: number; name: string; is_user: number }>(
        'SELECT id, name, is_user FROM orgs ORDER BY id',
      )(),
    addOrg: (forge_id: number, name: string, is_user: number) =>
      db.run('INSERT INTO orgs (forge_id, name, is_user) VALUES (:forge_id, :name, :is_user)')({
        forge_id,
        name,
        is_user,
      }),
  }
}

it('makes a user and the organisation that they own', () => {
  const { signIn, orgs } = aStore()
  const user = signIn(1, '41', 'ana', { email: 'ana@example.org', avatarUrl: 'https://example.org/a.png' })
  expect(user).toMatchObject({
    login: 'ana',
    email: 'ana@example.org',
    avatar_url: 'https://example.org/a.png',
    admin: false,
  })
  expect(orgs()).toEqual([{ id: user.org_id, name: 'ana', is_user: 1 }])
})

it('gives every user a key of their own', () => {
  const { signIn } = aStore()
  const [ana, bo] = [signIn(1, '1', 'ana'), signIn(1, '2', 'bo')]
  expect(ana.hash.length).toBeGreaterThan(40)
  expect(ana.hash).not.toBe(bo.hash)
})

it('keeps user, key and organisation when somebody signs in again', () => {
  const { signIn, orgs } = aStore()
  const first = signIn(1, '41', 'ana')
  expect(signIn(1, '41', 'ana', { email: 'new@example.org' })).toEqual({ ...first, email: 'new@example.org' })
  expect(orgs()).toHaveLength(1)
})

it('follows a changed login, also in the name of the organisation', () => {
  const { signIn, orgs } = aStore()
  const first = signIn(1, '41', 'ana')
  const renamed = signIn(1, '41', 'anna')
  expect([renamed.id, renamed.login, renamed.org_id]).toEqual([first.id, 'anna', first.org_id])
  expect(orgs()).toEqual([{ id: first.org_id, name: 'anna', is_user: 1 }])
})

it('gives a login that changed hands to its new holder, without anything of the old one', () => {
  const { signIn, users, orgs } = aStore()
  const before = signIn(1, '41', 'ana', {}, ['ana'])
  const after = signIn(1, '99', 'Ana', {}, [])
  expect(after).toMatchObject({ login: 'Ana', admin: false })
  expect([after.id, after.org_id, after.hash]).not.toEqual([before.id, before.org_id, before.hash])
  expect(users.byId(before.id)?.login).toBe(`ana~${before.id}`)
  expect(orgs().map((org) => org.name)).toEqual([`ana~${before.id}`, 'Ana'])
})

it('lets two people swap their logins', () => {
  const { signIn, users } = aStore()
  const [ana, bo] = [signIn(1, '1', 'ana'), signIn(1, '2', 'bo')]
  signIn(1, '1', 'bo')
  signIn(1, '2', 'ana')
  expect([users.byId(ana.id)?.login, users.byId(bo.id)?.login]).toEqual(['bo', 'ana'])
})

it('tells accounts of the same login at two forges apart', () => {
  const { signIn } = aStore()
  const [local, remote] = [signIn(1, '1', 'ana'), signIn(2, '1', 'ana')]
  expect(local.id).not.toBe(remote.id)
  expect(local.org_id).not.toBe(remote.org_id)
})

it('recognises a user whom an administrator made beforehand by login, once', () => {
  const { db, signIn } = aStore()
  db.run(
    "INSERT INTO users (forge_id, forge_remote_id, login, hash, created) VALUES (2, '0', 'ana', 'h', 1)",
  )()
  const first = signIn(2, '77', 'ana')
  expect([first.id, first.forge_remote_id, first.hash]).toEqual([1, '77', 'h'])
  expect(signIn(2, '78', 'ana').id).not.toBe(1)
})

it('makes those in the list admins, and keeps who is one already', () => {
  const { signIn } = aStore()
  expect(signIn(1, '1', 'admin').admin).toBe(true)
  expect(signIn(1, '1', 'admin', {}, []).admin).toBe(true)
})

it('takes the word of the forge for an admin at the first sign-in only', () => {
  const { signIn } = aStore()
  expect(signIn(1, '1', 'root', { admin: true }).admin).toBe(true)
  signIn(1, '2', 'ana')
  expect(signIn(1, '2', 'ana', { admin: true }).admin).toBe(false)
})

it.each([
  [['admin'], 1, 'admin', true],
  [['admin'], 2, 'admin', false],
  [['2:admin'], 2, 'admin', true],
  [['admin'], 1, 'Admin', false],
  [[], 1, 'admin', false],
] as const)('with %j, forge %i, login %s: admin is %s', (admins, forgeId, login, isAdmin) => {
  expect(isNamedAdmin(admins, forgeId, login)).toBe(isAdmin)
})

it('takes over the organisation that was made for a user who had not come yet', () => {
  const { signIn, addOrg, orgs } = aStore()
  addOrg(2, 'ana', 1)
  expect(signIn(2, '1', 'ana').org_id).toBe(1)
  expect(orgs()).toHaveLength(1)
})

it("does not hand an organisation's secrets to a stranger who took its name at a public forge", () => {
  const { signIn, addOrg, orgs } = aStore()
  addOrg(2, 'acme', 0)
  expect(signIn(2, '1', 'acme').org_id).toBe(2)
  expect(orgs()).toEqual([
    { id: 1, name: 'acme~1', is_user: 0 },
    { id: 2, name: 'acme', is_user: 1 },
  ])
})

it('makes the owner of local repositories their user, since an administrator made the account', () => {
  const { signIn, addOrg } = aStore()
  addOrg(1, 'acme', 0)
  expect(signIn(1, '1', 'acme').org_id).toBe(1)
})

it('gives a new key when asked, and only that', () => {
  const { signIn, users } = aStore()
  const ana = signIn(1, '1', 'ana')
  const renewed = users.renewHash(ana.id)
  expect(renewed?.hash).not.toBe(ana.hash)
  expect({ ...renewed, hash: ana.hash }).toEqual(ana)
  expect(users.renewHash(99)).toBeUndefined()
})
