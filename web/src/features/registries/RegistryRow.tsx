import type { Registry } from '@yaffle/contract/registries'
import { CopyPlus, Pencil } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { useRemoveRegistry } from '../../api/registries.ts'
import type { Scope } from '../../api/scope.ts'
import { LevelBadges } from '../../domain/LevelBadges.tsx'
import type { Leveled } from '../../domain/levels.ts'
import { managedRowClass } from '../../domain/ManagedList.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { RemoveButton } from '../../domain/RemoveButton.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'

interface RegistryRowProps {
  entry: Leveled<Registry>
  scope: Scope
  onEdit: () => unknown
  onOverride: () => unknown
}

/** One registry: who signs in to it, where it comes from, and what this level may do with it. */
export function RegistryRow({ entry, scope, onEdit, onOverride }: RegistryRowProps) {
  const t = useTranslations()
  const remove = useRemoveRegistry(scope)
  const { item: registry, level, overriddenBy } = entry
  const { address, username } = registry
  const isOwn = level === scope.level

  return (
    <div className={managedRowClass}>
      <div className="min-w-40 flex-1">
        <span className={cx('font-mono break-all', overriddenBy ? 'text-muted line-through' : 'text-strong')}>
          <PlainText>{address}</PlainText>
        </span>
        {username !== '' && (
          <p className="text-meta break-all text-muted">{t('registries.signsInAs', { username })}</p>
        )}
      </div>
      <span className="flex max-w-full min-w-0 flex-wrap gap-1 max-sm:order-last max-sm:basis-full">
        <LevelBadges entry={entry} own={scope.level} />
        {registry.readonly && (
          <span data-tooltip={t('registries.readonlyText')}>
            <Badge>{t('registries.readonly')}</Badge>
          </span>
        )}
      </span>
      <span className="flex shrink-0 justify-end sm:w-18">
        {isOwn && !registry.readonly && (
          <>
            <IconButton icon={Pencil} label={t('settings.editNamed', { name: address })} onClick={onEdit} />
            <RemoveButton
              name={address}
              title={t('registries.removeTitle', { address })}
              done={t('registries.removed', { address })}
              onRemove={() => remove.mutateAsync(address)}
            >
              {t('registries.removeText')}
            </RemoveButton>
          </>
        )}
        {!isOwn && !overriddenBy && (
          <IconButton
            icon={CopyPlus}
            label={t('settings.overrideNamed', { name: address })}
            onClick={onOverride}
          />
        )}
      </span>
    </div>
  )
}
