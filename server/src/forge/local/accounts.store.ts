import type { Database } from '../../database/database.ts'

export interface Account {
  id: number
  login: string
  email: string
  password_hash: string
  admin: boolean
}

interface Row extends Omit<Account, 'admin'> {
  admin: number
}

const read = (row: Row | undefined): Account | undefined => row && { ...row, admin: row.admin === 1 }

/** The people of the local forge, and who belongs to which organisation. Logins and names match whatever their case. */
export function createAccountStore(db: Database) {
  const columns = 'id, login, email, password_hash, admin'
  const all = db.all<Row>(`SELECT ${columns} FROM local_accounts ORDER BY login`)
  const byId = db.get<Row>(`SELECT ${columns} FROM local_accounts WHERE id = :id`)
  const byLogin = db.get<Row>(`SELECT ${columns} FROM local_accounts WHERE login = :login`)
  const insert = db.get<Row>(
    `INSERT INTO local_accounts (login, email, password_hash, admin, created)
     VALUES (:login, :email, :password_hash, :admin, :created) RETURNING ${columns}`,
  )
  const setPassword = db.run('UPDATE local_accounts SET password_hash = :password_hash WHERE id = :id')
  const remove = db.run('DELETE FROM local_accounts WHERE id = :id')
  const owned = db.all<{ full_name: string }>(
    "SELECT owner || '/' || name AS full_name FROM local_repos WHERE owner = :login ORDER BY name",
  )
  const setMember = db.run(
    `INSERT INTO local_members (org, account_id, level) VALUES (:org, :account_id, :level)
     ON CONFLICT (org, account_id) DO UPDATE SET level = :level`,
  )
  const dropMember = db.run('DELETE FROM local_members WHERE org = :org AND account_id = :account_id')
  const member = db.get<{ level: string }>(
    'SELECT level FROM local_members WHERE org = :org AND account_id = :account_id',
  )
  const orgs = db.all<{ name: string }>(
    `SELECT MIN(name) AS name FROM (SELECT owner AS name FROM local_repos UNION ALL SELECT org FROM local_members)
     WHERE NOT EXISTS (SELECT 1 FROM local_accounts a WHERE a.login = name)
     GROUP BY name COLLATE NOCASE ORDER BY name`,
  )

  return {
    list: () => all().map((row) => ({ ...row, admin: row.admin === 1 })),
    byId: (id: number) => read(byId({ id })),
    byLogin: (login: string) => read(byLogin({ login })),
    insert(account: Omit<Account, 'id'>, created: number): Account {
      const row = read(insert({ ...account, admin: account.admin ? 1 : 0, created }))
      if (!row) throw new Error('The database gave no row for a new account')
      return row
    },
    setPassword: (id: number, password_hash: string) => void setPassword({ id, password_hash }),
    remove: (id: number) => void remove({ id }),
    /** Full names of the repositories that carry a login. */
    ownedBy: (login: string) => owned({ login }).map(({ full_name }) => full_name),
    setMember(org: string, account_id: number, level: 'member' | 'admin' | 'none') {
      if (level === 'none') dropMember({ org, account_id })
      else setMember({ org, account_id, level })
    },
    membership: (org: string, account_id: number) => member({ org, account_id })?.level,
    /** Every owner of a repository and every name with members that is nobody's login. */
    orgs: () => orgs().map(({ name }) => name),
  }
}
