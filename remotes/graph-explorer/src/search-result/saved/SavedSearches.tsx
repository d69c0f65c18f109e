import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SavedSearch } from '@cam/contracts';
import { callApi, confirm, useApi, useSession, searchAddress } from '@cam/platform';
import { Button, Drawer, EmptyState, ErrorState, formatRelative, LoadingState, Tabs, Tag } from '@cam/ui';
import { SaveDialog } from './SaveDialog';
import styles from './SavedSearches.module.css';

/** Shows the saved searches by folder, and the search history of the user. */
export function SavedSearches({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  return (
    <Drawer open={open} onClose={onClose} title="Searches" size={560} destroyOnHidden>
      <Tabs
        items={[
          { key: 'saved', label: 'Saved', children: <Saved onChosen={onClose} /> },
          { key: 'history', label: 'History', children: <History onChosen={onClose} /> },
        ]}
      />
    </Drawer>
  );
}

function Saved({ onChosen }: { onChosen: () => void }): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/saved-searches', {});
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading the saved searches" />;
  if (data.searches.length === 0)
    return <EmptyState title="No saved searches" text="Run a search and select Save search. You can share it with all users of your tenant." />;
  const folders = [...new Set(data.searches.map(({ folder }) => folder))];
  return (
    <>
      {folders.map((folder) => (
        <section key={folder} aria-label={folder || 'No folder'}>
          {folder !== '' && <h3 className={styles.folder}>{folder}</h3>}
          <ul className={styles.list}>
            {data.searches
              .filter((search) => search.folder === folder)
              .map((search) => (
                <SavedRow key={search.search_id} search={search} onChosen={onChosen} onChanged={() => void mutate()} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function SavedRow({ search, onChosen, onChanged }: { search: SavedSearch; onChosen: () => void; onChanged: () => void }): ReactNode {
  const { can } = useSession();
  const [isChanging, setChanging] = useState(false);
  const remove = async (): Promise<void> => {
    if (!(await confirm({ message: `Delete the search "${search.name}"?` }))) return;
    try {
      await callApi('DELETE /v1/graph-querymgr/saved-searches/{search_id}', { path: { search_id: search.search_id } });
    } catch {
      // The failure was shown. The list is reloaded, as the search may no longer exist.
    }
    onChanged();
  };
  return (
    <li>
      <div>
        <Link to={searchAddress(search.query)} onClick={onChosen}>
          {search.name}
        </Link>{' '}
        {search.shared && <Tag>{search.is_own ? 'Shared' : `Shared by ${search.owner}`}</Tag>}
        <code>{search.query}</code>
      </div>
      {search.is_own && (
        <Button size="small" aria-label={`Edit search ${search.name}`} onClick={() => setChanging(true)}>
          Edit
        </Button>
      )}
      {(search.is_own || can('GENERAL')) && (
        <Button size="small" aria-label={`Delete search ${search.name}`} onClick={() => void remove()}>
          Delete
        </Button>
      )}
      {isChanging && <SaveDialog query={search.query} saved={search} open onClose={() => setChanging(false)} onSaved={onChanged} />}
    </li>
  );
}

function History({ onChosen }: { onChosen: () => void }): ReactNode {
  const [busy, setBusy] = useState(false);
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/search-history', {});
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading the history" />;
  if (data.searches.length === 0) return <EmptyState title="No search history" text="Searches that you run are listed here." />;
  const clear = async (): Promise<void> => {
    setBusy(true);
    await callApi('DELETE /v1/graph-querymgr/search-history', {}).catch(() => undefined);
    await mutate();
    setBusy(false);
  };
  return (
    <>
      <Button size="small" loading={busy} onClick={() => void clear()}>
        Clear history
      </Button>
      <ul className={styles.list}>
        {data.searches.map(({ query, searched_at: at }) => (
          <li key={query}>
            <Link to={searchAddress(query)} onClick={onChosen}>
              {query}
            </Link>
            <small>{formatRelative(at)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
