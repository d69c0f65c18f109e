import type { ReactNode } from 'react';
import { OTHER_ICON, TYPE_ICONS, typeName } from '@cam/contracts';
import { Icon, type IconName } from './Icon';

const ICON_OF: Record<string, IconName> = TYPE_ICONS;

/** Shows the type of an entity as an icon with an accessible name. */
export function TypeIcon({ type }: { type: string }): ReactNode {
  if (type === '') return null;
  return (
    <span role="img" title={typeName(type)}>
      <Icon name={ICON_OF[type] ?? OTHER_ICON} />
    </span>
  );
}
