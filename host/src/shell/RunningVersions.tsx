import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { ResolvedRemote } from '@cam/contracts';
import { notify, useApi } from '@cam/platform';
import { Button, Drawer } from '@cam/ui';
import { remoteStatesAtom } from '../loader/loader';
import { HOST_VERSION } from '../loader/provided';
import { IDLE } from '../loader/remote-state';
import { registryAtom } from '../registry/registry-client';
import { integrityLabel, runningState, VIA_LABELS } from './running-labels';
import styles from './RunningVersions.module.css';

/** Lists the console and every remote in this tab, with version, source and reason. Users copy the list into support requests. */
export function RunningVersions({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  return (
    <Drawer open={open} title="Running versions" size={560} onClose={onClose} destroyOnHidden>
      <VersionList />
    </Drawer>
  );
}

function VersionList(): ReactNode {
  const { view, stale } = useAtomValue(registryAtom);
  const states = useAtomValue(remoteStatesAtom);
  if (!view) return null;
  const copy = async (): Promise<void> => {
    const lines = view.remotes.map((remote) => {
      const { version, state } = runningState(remote, states[remote.id] ?? IDLE);
      return `${remote.id} ${version} (${state})`;
    });
    await navigator.clipboard.writeText([`Console ${HOST_VERSION}`, ...lines, `Registry ${view.revision}`].join('\n'));
    notify.success('Versions copied');
  };
  return (
    <>
      <dl className={styles.console}>
        <dt>Console</dt>
        <dd>{HOST_VERSION}</dd>
        <dt>Registry</dt>
        <dd>{stale ? 'Not responding; showing the last known state' : `Connected, revision ${view.revision}`}</dd>
      </dl>
      {view.remotes.map((remote) => (
        <Area key={remote.id} remote={remote} />
      ))}
      {[
        ...view.off.map(({ id, manifest, reason }) => ({ id, name: manifest?.name ?? id, why: reason })),
        ...view.incompatible.map(({ id, why }) => ({ id, name: id, why })),
      ].map(({ id, name, why }) => (
        <section key={id} className={styles.area} aria-label={name}>
          <h2>{name}</h2>
          <p>Not running. {why}</p>
        </section>
      ))}
      <Button onClick={() => void copy()}>Copy versions</Button>
    </>
  );
}

function Area({ remote }: { remote: ResolvedRemote }): ReactNode {
  const { id, base, manifest } = remote;
  const state = useAtomValue(remoteStatesAtom)[id] ?? IDLE;
  const isPreview = useAtomValue(registryAtom).view?.tried.some((one) => one.id === id && one.refused === null) ?? false;
  const { data } = useApi('GET /v1/remotes/why', isPreview ? null : { query: { id, host: HOST_VERSION } }, {
    filtered: false,
    revalidateOnMount: true,
  });
  const running = runningState(remote, state);
  const via = isPreview ? 'tried' : data?.via;
  const why = isPreview ? ['The address of this tab requests this release.'] : (data?.why ?? []);
  return (
    <section className={styles.area} aria-label={manifest.name}>
      <h2>{manifest.name}</h2>
      <dl>
        <dt>Version</dt>
        <dd>{running.version}</dd>
        <dt>State</dt>
        <dd>{running.state}</dd>
        <dt>Selected by</dt>
        <dd>{via ? VIA_LABELS[via] : '\u2013'}</dd>
        <dt>Reason</dt>
        <dd>{why.join(' ') || '\u2013'}</dd>
        <dt>Integrity</dt>
        <dd>{integrityLabel(remote)}</dd>
        <dt>Address</dt>
        <dd>{new URL(base, window.location.origin).href}</dd>
      </dl>
    </section>
  );
}
