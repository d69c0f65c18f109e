import { useState, type ReactNode } from 'react';
import { notify, useAccountFilter, useCommands } from '@cam/platform';
import { Button, Dropdown } from '@cam/ui';
import { shareFormats, type ShareFormats } from '../search/share-formats';
import { SaveDialog } from './saved/SaveDialog';
import { SavedSearches } from './saved/SavedSearches';
import styles from './SearchResultPage.module.css';

const FORMS: Record<keyof ShareFormats, string> = { link: 'Copy link', query: 'Copy query', curl: 'Copy as curl' };

/** Copies and saves the current search, and opens the saved searches and the history. */
export function SearchActions({ query }: { query: string }): ReactNode {
  const [isSaving, setSaving] = useState(false);
  const [isListing, setListing] = useState(false);
  const { current: filter } = useAccountFilter();
  const copy = async (form: keyof ShareFormats): Promise<void> => {
    try {
      await navigator.clipboard.writeText(shareFormats(query, window.location.origin, filter)[form]);
      if (filter && form !== 'curl') notify.info(`Copied without the source filter "${filter.name}"`);
      else notify.success('Copied');
    } catch {
      notify.error('The browser blocked access to the clipboard. Select the text and copy it manually.');
    }
  };
  useCommands([
    ...(query === ''
      ? []
      : [
          { id: 'save', label: 'Save search', run: () => setSaving(true) },
          { id: 'copy-link', label: 'Copy link of the search', run: () => void copy('link') },
          { id: 'copy-curl', label: 'Copy search as curl', run: () => void copy('curl') },
        ]),
    { id: 'searches', label: 'Show searches', run: () => setListing(true) },
  ]);
  return (
    <div className={styles.bar}>
      {query !== '' && (
        <>
          <Dropdown
            trigger={['click']}
            menu={{
              items: (Object.keys(FORMS) as (keyof ShareFormats)[]).map((form) => ({
                key: form,
                label: FORMS[form],
                onClick: () => void copy(form),
              })),
            }}
          >
            <Button>Copy</Button>
          </Dropdown>
          <Button onClick={() => setSaving(true)}>Save search</Button>
        </>
      )}
      <Button onClick={() => setListing(true)}>Show searches</Button>
      {query !== '' && <SaveDialog query={query} open={isSaving} onClose={() => setSaving(false)} />}
      <SavedSearches open={isListing} onClose={() => setListing(false)} />
    </div>
  );
}
