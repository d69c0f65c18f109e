import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { SNAPSHOT_VIEWS, type SnapshotView } from '@cam/contracts';
import { confirm, useAddress, useListAddress, useSession } from '@cam/platform';
import { Button, Icon, PageHeader, TabList } from '@cam/ui';
import { ImportDialog } from '../list/ImportDialog';
import { CLOUD_SOURCES, IDP_SOURCES } from '../list/source-kinds';
import { ProgressNotice } from '../progress/ProgressNotice';
import { useProgress } from '../progress/use-progress';
import { takeSnapshots, useSnapshots } from './api';
import { LastSnapshots } from './LastSnapshots';
import { statusOf } from './snapshot-columns';
import { SnapshotHistory } from './SnapshotHistory';
import styles from './snapshots.module.css';

const PATH = '/sources/snapshot';
const LABELS: Readonly<Record<SnapshotView, string>> = { LAST_SNAPSHOT: 'Last Snapshot', HISTORY: 'History' };
const CLOUDS = [...CLOUD_SOURCES.clouds, ...IDP_SOURCES.clouds] as const;

/** Shows the last and next snapshot of each source, and the history of runs. The address holds the view. */
export default function SnapshotsPage(): ReactNode {
  const segment = (useParams()['*'] ?? '').split('/')[0];
  const named = SNAPSHOT_VIEWS.find((known) => known === segment);
  const view = named ?? 'LAST_SNAPSHOT';
  const navigate = useNavigate();
  // The page is there already: a page that is first rendered by a redirect is rendered at once, and blocks the console.
  useEffect(() => {
    if (!named) startTransition(() => void navigate(`${PATH}/${view}`, { replace: true }));
  }, [named, view, navigate]);
  // The key keeps the rows of one view from showing in the other while it loads.
  return <Snapshots key={view} view={view} />;
}

function Snapshots({ view }: { view: SnapshotView }): ReactNode {
  const mayWrite = useSession().can('ACCOUNT');
  const navigate = useNavigate();
  const [isImporting, setImporting] = useState(false);
  const list = useListAddress();
  const requested = useAddress().get('status');
  const status = view === 'HISTORY' ? statusOf(requested) : null;
  const snapshots = useSnapshots(view, list, status);
  const progress = useProgress(snapshots.reload, false);
  const reload = (): void => {
    snapshots.reload();
    void progress.reload();
  };

  const takeAll = async (): Promise<void> => {
    if (!(await confirm({ message: 'Take a snapshot of every source now?' }))) return;
    await takeSnapshots(null).catch(() => undefined);
    await progress.reload();
  };
  const importButton = (
    <Button icon={<Icon name="upload" />} onClick={() => setImporting(true)}>
      Import
    </Button>
  );
  const buttons = mayWrite ? (
    <span className={styles.buttons}>
      {importButton}
      <Button type="primary" icon={<Icon name="snapshot" />} onClick={() => void takeAll()}>
        Take Snapshots Now
      </Button>
    </span>
  ) : undefined;
  return (
    <>
      <PageHeader title="Snapshots" text="Last and next snapshot of each source, with results and history" actions={buttons} />
      <div className={styles.tabs}>
        <TabList
          label="Views"
          chosen={view}
          onChoose={(key) => void navigate(`${PATH}/${key}`)}
          items={SNAPSHOT_VIEWS.map((key) => ({ key, label: LABELS[key] }))}
        />
      </div>
      <ProgressNotice progress={progress} />
      {view === 'HISTORY' ? (
        <SnapshotHistory snapshots={snapshots} status={status} list={list} />
      ) : (
        <LastSnapshots
          snapshots={snapshots}
          list={list}
          progress={progress}
          showHistory={(accountId) => void navigate(`${PATH}/HISTORY?search=${encodeURIComponent(accountId)}`)}
          empty={mayWrite ? importButton : undefined}
        />
      )}
      {isImporting && <ImportDialog clouds={CLOUDS} first="AWS" onClose={() => setImporting(false)} onImported={reload} onRefused={reload} />}
    </>
  );
}
