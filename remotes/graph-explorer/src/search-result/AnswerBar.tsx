import { useState, type ReactNode } from 'react';
import { notify, useAccountFilter } from '@cam/platform';
import { Button, Dropdown } from '@cam/ui';
import { copyForms, type CopyForms } from '../search/copy-forms';
import { SaveDialog } from './saved/SaveDialog';
import { SavedSearches } from './saved/SavedSearches';
import styles from './SearchResultPage.module.css';

const FORMS: Record<keyof CopyForms, string> = { link: 'Copy link', query: 'Copy query', curl: 'Copy as curl' };

/** What can be done with a search as a whole. */
export function AnswerBar({ query }: { query: string }): ReactNode {
  const [isSaving, setSaving] = useState(false);
  const [isListing, setListing] = useState(false);
  const { current: filter } = useAccountFilter();
  const copy = async (form: keyof CopyForms): Promise<void> => {
    try {
      await navigator.clipboard.writeText(copyForms(query, window.location.origin, filter)[form]);
      if (filter && form !== 'curl') notify.info(`Copied, without the filter "${filter.name}"`);
      else notify.success('Copied');
    } catch {
      notify.error('The browser does not let this page copy. Select the text and copy it yourself.');
    }
  };
  return (
    <div className={styles.bar}>
      {query !== '' && (
        <>
          <Dropdown
            trigger={['click']}
            menu={{
              items: (Object.keys(FORMS) as (keyof CopyForms)[]).map((form) => ({ key: form, label: FORMS[form], onClick: () => void copy(form) })),
            }}
          >
            <Button>Copy</Button>
          </Dropdown>
          <Button onClick={() => setSaving(true)}>Save search</Button>
        </>
      )}
      <Button onClick={() => setListing(true)}>Searches</Button>
      {query !== '' && <SaveDialog query={query} open={isSaving} onClose={() => setSaving(false)} />}
      <SavedSearches open={isListing} onClose={() => setListing(false)} />
    </div>
  );
}
