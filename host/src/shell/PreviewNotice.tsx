import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Alert, Button } from '@cam/ui';
import { registryAtom } from '../registry/registry-client';
import { endPreview } from '../registry/preview-releases';

/** Says all the time that this tab runs something else than its tenant gets, and offers the way back. */
export function PreviewNotice(): ReactNode {
  const tried = useAtomValue(registryAtom).view?.tried ?? [];
  if (tried.length === 0) return null;
  const refused = tried.filter((one) => one.refused !== null);
  const trying = tried.filter((one) => one.refused === null).map(({ id, what }) => `${id} ${what}`);
  return (
    <Alert
      type={refused.length > 0 ? 'warning' : 'info'}
      showIcon
      title={trying.length > 0 ? `This tab tries ${trying.join(', ')}` : 'Nothing is tried in this tab'}
      description={refused.map(({ id, what, refused: why }) => (
        <div key={id}>
          {id} {what}: {why}
        </div>
      ))}
      action={
        <Button size="small" onClick={endPreview}>
          Reset
        </Button>
      }
    />
  );
}
