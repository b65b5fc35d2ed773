import { expect, describe, test } from 'vitest'

import { root } from '../run.mjs'
import { checklist, checkScreens, problemsOf, rowsOf } from './checklist.mjs'
import { controlsOf, partsOf } from './controls.mjs'
import { titlesOf } from './titles.mjs'

const form = `
  import { useCreateSecret } from '../../api/secrets.ts'
  import { secretsOf } from '../../api/secrets.ts'
  import { TextField } from '../../ui/fields.tsx'
  function Form({ kind, isStored }) {
    const t = useTranslations('secrets')
    const s = useTranslations()
    return <form onSubmit={send}>
      <TextField label={t('name')} onChange={set} />
      <Checkbox label={t(\`kinds.\${kind}.on\`)} onChange={set} />
      <Select label={name} onChange={set} />
      <p title={t('unchangeable')}>{t('words')}</p>
      <Button onClick={go}><Icon />{isStored ? s('ui.save') : t('add')}</Button>
      <ManagedForm label={t('form')} submitLabel={s(isStored ? 'ui.keep' : 'ui.create')} />
      <ManagedList label={t('title')} sortings={[{ id: 'name', label: s('byName'), compare }]} />
      <Row onEdit={edit} />
    </form>
  }
  export const pages = [{ path: '', label: 'general', draw: () => <Form /> }, { path: 'x', label: 'other' }]`

describe('the controls of a screen', () => {
  test('are its fields, buttons, lists, sortings, pages and calls, by their texts', () => {
    expect(controlsOf('web/src/SecretForm.tsx', form)).toEqual([
      'SecretForm: useCreateSecret',
      'SecretForm: secrets.name',
      'SecretForm: secrets.kinds.*.on',
      'SecretForm: <Select>',
      'SecretForm: ui.save',
      'SecretForm: secrets.add',
      'SecretForm: ui.keep',
      'SecretForm: ui.create',
      'SecretForm: secrets.title',
      'SecretForm: byName',
      'SecretForm: page general',
    ])
  })
})

describe('the parts of a screen', () => {
  test('are the components that it imports, by the path of their files', () => {
    const text = `import { A } from '../../domain/A.tsx'\nimport type { B } from './b.ts'\nimport c from 'c'\nimport { D } from './D.tsx'`
    expect(partsOf('web/src/features/x/X.tsx', text)).toEqual([
      'web/src/domain/A.tsx',
      'web/src/features/x/D.tsx',
    ])
  })
})

describe('the titles of tests', () => {
  test('are read from all forms of a test, and not from what is switched off', () => {
    const text = `
      describe('group', () => {
        it('one', run)
        test('two', run)
        it.each([['a']])('three %s', run)
        test.describe('no test', () => test('four', run))
        it.concurrent('five', run)
        it(\`six \${name} there\`, run)
        it.skip('off', run)
        it.todo('later')
        test.fixme('broken', run)
        it.each([1]).skip('no', run)
      })
      describe.skip('gone', () => it('unseen', run))
      visit('/test', 'it')`
    expect([...titlesOf('a.test.ts', text)]).toEqual([
      'one',
      'two',
      'three %s',
      'four',
      'five',
      'six … there',
    ])
  })
})

const table = (...rows) =>
  ['| Control | What | Test file | Test |', '| --- | --- | --- | --- |', ...rows].join('\n')
const titlesIn = (file) => (file === 'a.test.ts' ? new Set(['works', 'fails']) : undefined)
const problems = (text, ...names) =>
  problemsOf(rowsOf(text), titlesIn, new Map(names.map((name) => [name, 'a.tsx'])))

describe('the list', () => {
  test.each([
    [
      'whole',
      table('| `A: x`, `A: y` | both | `a.test.ts` | works |', '| – | a rule | `a.test.ts` | fails |'),
      [],
    ],
    [
      'with a test that has gone',
      table('| `A: x`, `A: y` | both | `a.test.ts` | work |'),
      ['line 3: no test in a.test.ts is called “work”'],
    ],
    [
      'with a file that has gone',
      table('| `A: x`, `A: y` | both | `b.test.ts` | works |'),
      ['line 3: there is no test file b.test.ts'],
    ],
    [
      'with a control that has gone',
      table('| `A: x, y`, `A: z` | all | `a.test.ts` | works |'),
      ['line 3: there is no A: z in the sources'],
    ],
    ['without a control', table('| `A: x` | one | `a.test.ts` | works |'), ['A: y (a.tsx) stands in no row']],
    [
      'with a row that is not whole',
      table('| `A: x`, `A: y` | | `a.test.ts` | works |', '| – | a rule | `a.test.ts` |'),
      ['line 3: not four columns with something in each', 'line 4: not four columns with something in each'],
    ],
    [
      'of another kind',
      '| Control | Test |\n| --- | --- |\n| `A: x` | works |',
      ['A: x (a.tsx) stands in no row', 'A: y (a.tsx) stands in no row'],
    ],
  ])('%s', (_, text, expected) => {
    expect(problems(text, 'A: x', 'A: y')).toEqual(expected)
  })

  test(`${checklist} has every field and action of the settings, each with a test that exists`, () => {
    expect(checkScreens(root)).toEqual([])
  })
})
