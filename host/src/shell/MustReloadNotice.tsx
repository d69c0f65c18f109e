import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { confirmDiscard } from '@cam/platform';
import { Alert, Button } from '@cam/ui';
import { registryAtom } from '../registry/registry-client';

/** Confirms first when there are unsaved changes. */
async function reload(): Promise<void> {
  if (await confirmDiscard()) window.location.reload();
}

/** Shown when a remote has a release that requires a newer console than this tab runs. Nothing reloads before the user agrees. */
export function MustReloadNotice(): ReactNode {
  const { view } = useAtomValue(registryAtom);
  const behind = view?.must_reload ?? [];
  if (!view || behind.length === 0) return null;
  const names = behind.map((id) => view.remotes.find((remote) => remote.id === id)?.manifest.name ?? id);
  return (
    <Alert
      type="info"
      showIcon
      title={`A newer console is available. ${names.join(', ')} ${names.length === 1 ? 'needs' : 'need'} it.`}
      action={
        <Button size="small" onClick={() => void reload()}>
          Reload page
        </Button>
      }
    />
  );
}
