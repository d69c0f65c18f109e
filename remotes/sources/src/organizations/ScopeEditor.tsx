import { useState, type ReactNode } from 'react';
import type { Organization } from '@cam/contracts';
import { useFlag } from '@cam/platform';
import { Button, Drawer, Input, Radio, Select } from '@cam/ui';
import { saveScope } from './api';
import { hierarchyTerms } from './hierarchy-terms';
import styles from './organizations.module.css';
import { ScopeLevel } from './ScopeLevel';
import { accountsBelow, folderOf, visibleAccounts, withAccounts, type ScopeFilter } from './scope-model';

interface Props {
  organization: Organization;
  onClose: () => void;
  onSaved: () => void;
}

const FILTERS: { value: ScopeFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'selected', label: 'Selected' },
  { value: 'unselected', label: 'Not selected' },
];

/** Selects the accounts of an organization that CAM pulls. */
export function ScopeEditor({ organization, onClose, onSaved }: Props): ReactNode {
  const { include_account_id_list: included, scope_accounts: accounts } = organization;
  const words = hierarchyTerms(organization.cloud_type).accounts;
  const mayBePart = useFlag('UI_SCOPE_PARTIAL_SELECTION');
  const isLocked = useFlag('UI_AWS_LOCK_MANAGEMENT_ACCOUNT');
  const locked = new Set(accounts.filter(({ is_management: runs }) => isLocked && runs).map(({ id }) => id));
  const [isAll, setAll] = useState(Object.keys(included).length === 0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set([...accounts.filter(({ id }) => Object.keys(included).length === 0 || included[id]).map(({ id }) => id), ...locked]),
  );
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<ScopeFilter>('all');
  const [isSaving, setSaving] = useState(false);
  const shown = visibleAccounts(accounts, search, filter, chosen);

  const choose = (ids: readonly string[], isIn: boolean): void => setChosen(new Set([...withAccounts(chosen, ids, isIn), ...locked]));
  const toggle = (id: string, isIn: boolean): void => {
    const folder = mayBePart ? null : folderOf(organization, id);
    choose(folder ? accountsBelow(folder) : [id], isIn);
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await saveScope(organization, isAll ? {} : Object.fromEntries(accounts.map(({ id }) => [id, chosen.has(id)])));
      onSaved();
      onClose();
    } catch {
      // The failure was shown as a toast; the selection stays.
      setSaving(false);
    }
  };
  return (
    <Drawer
      open
      title={`Scope of ${organization.organization_name}`}
      size={640}
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" disabled={!isAll && chosen.size === 0} loading={isSaving} onClick={() => void save()}>
            Save
          </Button>
        </div>
      }
    >
      <Radio.Group
        className={styles.choice}
        value={isAll}
        onChange={({ target }) => setAll(target.value as boolean)}
        options={[
          { value: true, label: `All ${words}, including those added later` },
          { value: false, label: `Selected ${words} (${chosen.size} of ${accounts.length})` },
        ]}
      />
      {!isAll && (
        <>
          <div className={styles.search}>
            <Input
              aria-label={`Search ${words}`}
              placeholder="Search..."
              value={search}
              allowClear
              onChange={({ target }) => setSearch(target.value)}
            />
            <Select aria-label="Show" value={filter} options={FILTERS} onChange={setFilter} className={styles.filter} />
          </div>
          {shown.size === 0 ? (
            <p>{`No ${words} match. Change the search or the filter.`}</p>
          ) : (
            <ScopeLevel
              // Expanded folders belong to one search; a new search starts collapsed.
              key={`${filter} ${search}`}
              level={organization}
              names={new Map(accounts.map(({ id, name }) => [id, name]))}
              shown={shown}
              chosen={chosen}
              locked={locked}
              onFolder={(folder, isIn) => choose(accountsBelow(folder), isIn)}
              onAccount={toggle}
            />
          )}
        </>
      )}
    </Drawer>
  );
}
