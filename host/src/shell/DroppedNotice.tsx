import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useSession } from '@cam/platform';
import { Alert } from '@cam/ui';
import { registryAtom } from '../registry/registry-client';

/** Rights of those who operate remotes. Other users can do nothing about an invalid one. */
const OPERATOR_RIGHTS = ['CAM_OPERATOR', 'CAM_GENERAL_WRITE'];

/** Tells operators which areas the console leaves out, because the registry described them wrongly. */
export function DroppedNotice(): ReactNode {
  const { dropped } = useAtomValue(registryAtom);
  const { rights } = useSession();
  if (dropped.length === 0 || !rights.some((right) => OPERATOR_RIGHTS.includes(right))) return null;
  const names = dropped.map(({ id, version }) => [id || 'an area without a name', version].filter(Boolean).join(' '));
  return (
    <Alert
      type="warning"
      showIcon
      title={`The console leaves out ${names.join(', ')}. The registry sent invalid data.`}
      description={dropped.map(({ id, version, why }, index) => (
        <div key={`${index} ${id}@${version}`}>
          {names[index]}: {why}. Move its channel to another release, or publish it again.
        </div>
      ))}
    />
  );
}
