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

/** Everything that runs in this tab, with where it is from and why: for whoever asks for help, and for whoever helps. */
export function RunningVersions({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  return (
    <Drawer open={open} title="What am I running" size={560} onClose={onClose} destroyOnHidden>
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
    notify.success('Copied.');
  };
  return (
    <>
      <dl className={styles.console}>
        <dt>Console</dt>
        <dd>{HOST_VERSION}</dd>
        <dt>Registry</dt>
        <dd>{stale ? 'Does not answer: this is what it said last' : `Answers; revision ${view.revision}`}</dd>
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
          <p>Does not run. {why}</p>
        </section>
      ))}
      <Button onClick={() => void copy()}>Copy versions</Button>
    </>
  );
}

function Area({ remote }: { remote: ResolvedRemote }): ReactNode {
  const { id, base, manifest } = remote;
  const state = useAtomValue(remoteStatesAtom)[id] ?? IDLE;
  const tried = useAtomValue(registryAtom).view?.tried.some((one) => one.id === id && one.refused === null) ?? false;
  const { data } = useApi('GET /v1/remotes/why', tried ? null : { query: { id, host: HOST_VERSION } }, { filtered: false, revalidateOnMount: true });
  const running = runningState(remote, state);
  const via = tried ? 'tried' : data?.via;
  const why = tried ? ['You asked for it in the address of this tab.'] : (data?.why ?? []);
  return (
    <section className={styles.area} aria-label={manifest.name}>
      <h2>{manifest.name}</h2>
      <dl>
        <dt>Version</dt>
        <dd>{running.version}</dd>
        <dt>In this tab</dt>
        <dd>{running.state}</dd>
        <dt>Follows</dt>
        <dd>{via ? VIA_LABELS[via] : '\u2013'}</dd>
        <dt>Why</dt>
        <dd>{why.join(' ') || '\u2013'}</dd>
        <dt>Checked</dt>
        <dd>{integrityLabel(remote)}</dd>
        <dt>From</dt>
        <dd>{new URL(base, window.location.origin).href}</dd>
      </dl>
    </section>
  );
}
