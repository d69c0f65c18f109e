import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { mayLeave } from '@cam/platform';
import { Alert, Button } from '@cam/ui';
import { registryAtom } from '../registry/registry-client';

/** Asks first where something is unsaved. */
async function reload(): Promise<void> {
  if (await mayLeave()) window.location.reload();
}

/** This tab was opened with an earlier console, and an area has a release that needs the one of today. Nothing moves before somebody says so. */
export function MustReloadNotice(): ReactNode {
  const { view } = useAtomValue(registryAtom);
  const behind = view?.must_reload ?? [];
  if (!view || behind.length === 0) return null;
  const names = behind.map((id) => view.remotes.find((remote) => remote.id === id)?.manifest.name ?? id);
  return (
    <Alert
      type="info"
      showIcon
      title={`A newer console is there: ${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} a release that needs it`}
      action={
        <Button size="small" onClick={() => void reload()}>
          Reload page
        </Button>
      }
    />
  );
}
