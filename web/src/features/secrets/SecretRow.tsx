import type { Secret } from '@yaffle/contract/secrets'
import { CopyPlus, Pencil } from 'lucide-react'
import { useTranslations } from 'use-intl'

import type { Scope } from '../../api/scope.ts'
import { useRemoveSecret } from '../../api/secrets.ts'
import { isEvent } from '../../domain/events.ts'
import { LevelBadges } from '../../domain/LevelBadges.tsx'
import type { Leveled } from '../../domain/levels.ts'
import { managedRowClass } from '../../domain/ManagedList.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { RemoveButton } from '../../domain/RemoveButton.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'

interface SecretRowProps {
  entry: Leveled<Secret>
  scope: Scope
  onEdit: () => unknown
  onOverride: () => unknown
}

/** One secret: what it is for, where it comes from, and what this level may do with it. */
export function SecretRow({ entry, scope, onEdit, onOverride }: SecretRowProps) {
  const t = useTranslations()
  const remove = useRemoveSecret(scope)
  const { item: secret, level, overriddenBy } = entry
  const { name, events, images, note } = secret
  const isOwn = level === scope.level

  return (
    <div className={managedRowClass}>
      <div className="min-w-40 flex-1">
        <span className={cx('font-mono break-all', overriddenBy ? 'text-muted line-through' : 'text-strong')}>
          <PlainText>{name}</PlainText>
        </span>
        {note !== '' && (
          <p className="line-clamp-2 text-meta break-words text-muted">
            <PlainText>{note}</PlainText>
          </p>
        )}
        {images.length > 0 && (
          <p className="text-meta break-all text-muted">
            {t('secrets.onlyImages', { images: images.join(', ') })}
          </p>
        )}
      </div>
      <span className="flex max-w-full min-w-0 flex-wrap gap-1 max-sm:order-last max-sm:basis-full">
        <LevelBadges entry={entry} own={scope.level} />
        {events.map((event) => (
          <Badge key={event}>{isEvent(event) ? t(`events.${event}`) : event}</Badge>
        ))}
      </span>
      <span className="flex shrink-0 justify-end sm:w-18">
        {isOwn ? (
          <>
            <IconButton icon={Pencil} label={t('settings.editNamed', { name })} onClick={onEdit} />
            <RemoveButton
              name={name}
              title={t('secrets.removeTitle', { name })}
              done={t('secrets.removed', { name })}
              onRemove={() => remove.mutateAsync(name)}
            >
              {t('secrets.removeText')}
            </RemoveButton>
          </>
        ) : (
          !overriddenBy && (
            <IconButton icon={CopyPlus} label={t('settings.overrideNamed', { name })} onClick={onOverride} />
          )
        )}
      </span>
    </div>
  )
}
