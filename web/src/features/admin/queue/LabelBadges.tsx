import { PlainText } from '../../../domain/PlainText.tsx'
import { Badge } from '../../../ui/Badge.tsx'

interface LabelBadgesProps {
  labels: Readonly<Record<string, string>>
  hidden?: ReadonlySet<string>
}

/** Labels as `name=value`; those without a value ask for nothing and are left out. */
export function LabelBadges({ labels, hidden }: LabelBadgesProps) {
  return Object.entries(labels)
    .filter(([name, value]) => value !== '' && !hidden?.has(name))
    .map(([name, value]) => (
      <Badge key={name}>
        <PlainText>{`${name}=${value}`}</PlainText>
      </Badge>
    ))
}
