import { useState, type ReactNode } from 'react';
import type { SubOrganization } from '@cam/contracts';
import { Checkbox, ShowMore, SHOWN_AT_ONCE, useShortenedList } from '@cam/ui';
import { FoldButton } from './FoldButton';
import styles from './organizations.module.css';
import { accountsBelow, selectionState } from './scope-model';

interface Props {
  level: Pick<SubOrganization, 'sub_organization' | 'account_ids'>;
  names: ReadonlyMap<string, string>;
  shown: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  /** Accounts that always stay in the scope. */
  locked: ReadonlySet<string>;
  onFolder: (folder: SubOrganization, isIn: boolean) => void;
  onAccount: (id: string, isIn: boolean) => void;
}

/** Lists the visible folders and accounts with a checkbox each. */
export function ScopeLevel({ level, ...rest }: Props): ReactNode {
  const { shown } = rest;
  const { shown: visible, left, more } = useShortenedList(level.account_ids.filter((id) => shown.has(id)));
  return (
    <ul className={styles.level}>
      {level.sub_organization
        .filter((folder) => accountsBelow(folder).some((id) => shown.has(id)))
        .map((folder) => (
          <ScopeFolder key={folder.suborganization_uid} folder={folder} {...rest} />
        ))}
      {visible.map((id) => (
        <ScopeAccount key={id} id={id} {...rest} />
      ))}
      <ShowMore className={styles.leaf} left={left} onMore={more} />
    </ul>
  );
}

function ScopeFolder({ folder, ...rest }: Omit<Props, 'level'> & { folder: SubOrganization }): ReactNode {
  const { shown, chosen, onFolder } = rest;
  // Folders of large organizations start collapsed.
  const [isOpen, setOpen] = useState(shown.size <= SHOWN_AT_ONCE);
  const { suborganization_name: name } = folder;
  const ids = accountsBelow(folder);
  const state = selectionState(folder, chosen);
  return (
    <li>
      <span className={styles.fold}>
        <FoldButton name={name} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        <Checkbox checked={state === 'all'} indeterminate={state === 'some'} onChange={({ target }) => onFolder(folder, target.checked)}>
          <span className={styles.folder}>{name}</span>
        </Checkbox>
        <small className={styles.id}>{`${ids.filter((id) => chosen.has(id)).length} of ${ids.length}`}</small>
      </span>
      {isOpen && <ScopeLevel level={folder} {...rest} />}
    </li>
  );
}

function ScopeAccount({ id, names, chosen, locked, onAccount }: Omit<Props, 'level'> & { id: string }): ReactNode {
  return (
    <li className={styles.leaf}>
      <Checkbox checked={chosen.has(id)} disabled={locked.has(id)} onChange={({ target }) => onAccount(id, target.checked)}>
        {names.get(id)} <small className={styles.id}>{id}</small>
        {locked.has(id) && <small className={styles.id}> management account, always in the scope</small>}
      </Checkbox>
    </li>
  );
}
