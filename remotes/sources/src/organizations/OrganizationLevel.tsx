import { useState, type ReactNode } from 'react';
import type { Account, Organization, SourceProgress, SubOrganization } from '@cam/contracts';
import { Progress, ShowMore, SHOWN_AT_ONCE, Tag, useShortenedList } from '@cam/ui';
import { SourceStatus } from '../progress/SourceStatus';
import { FoldButton } from './FoldButton';
import { accountCountLabel, hierarchyTerms, type HierarchyTerms } from './hierarchy-terms';
import styles from './organizations.module.css';
import { accountsBelow } from './scope-model';
import { combinedProgress } from './summary';

interface Shared {
  cloud: Organization['cloud_type'];
  words: HierarchyTerms;
  /** Accounts in the scope, by provider id. */
  accounts: ReadonlyMap<string, Account>;
  /** Ids of the management accounts. */
  management: ReadonlySet<string>;
  progressOf: (uid: string) => SourceProgress | undefined;
}

interface Props {
  organization: Organization;
  progressOf: (uid: string) => SourceProgress | undefined;
}

/** Lists the folders and pulled accounts of an organization with their provider ids. */
export function OrganizationLevel({ organization, progressOf }: Props): ReactNode {
  const { cloud_type: cloud, account_info: known, scope_accounts: all } = organization;
  const words = hierarchyTerms(cloud);
  const shared: Shared = {
    cloud,
    words,
    accounts: new Map(known.map((account) => [account.account_id, account])),
    management: new Set(all.filter(({ is_management: runs }) => runs).map(({ id }) => id)),
    progressOf,
  };
  return (
    <>
      <div className={`${styles.row} ${styles.headings}`} aria-hidden>
        <span>{`${words.folder}, ${words.account}`}</span>
        <span>{`${words.folder} ID, ${words.account} ID`}</span>
        <span>Status</span>
      </div>
      <Level level={organization} shared={shared} />
    </>
  );
}

interface LevelProps {
  level: Pick<SubOrganization, 'sub_organization' | 'account_ids'>;
  shared: Shared;
}

/** Folders without pulled accounts are left out. */
function Level({ level, shared }: LevelProps): ReactNode {
  const { accounts } = shared;
  const { shown: visible, left, more } = useShortenedList(level.account_ids.flatMap((id) => accounts.get(id) ?? []));
  return (
    <ul className={styles.level}>
      {level.sub_organization.map((folder) => (
        <Folder key={folder.suborganization_uid} folder={folder} shared={shared} />
      ))}
      {visible.map((account) => (
        <AccountRow key={account.uid} account={account} shared={shared} />
      ))}
      <ShowMore className={styles.leaf} left={left} onMore={more} />
    </ul>
  );
}

function Folder({ folder, shared }: { folder: SubOrganization; shared: Shared }): ReactNode {
  const { cloud, words, accounts, progressOf } = shared;
  // Folders of large organizations start collapsed.
  const [isOpen, setOpen] = useState(accounts.size <= SHOWN_AT_ONCE);
  const pulled = accountsBelow(folder).flatMap((id) => accounts.get(id) ?? []);
  if (pulled.length === 0) return null;
  const percent = combinedProgress(pulled.map(({ uid }) => progressOf(uid)));
  const { suborganization_name: name, suborganization_id: id } = folder;
  return (
    <li>
      <div className={styles.row}>
        <span className={styles.fold}>
          <FoldButton name={name} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          <Hidden text={words.folder} />
          <span className={styles.folder}>{name}</span>
        </span>
        <Id label={`${words.folder} ID`} id={id} />
        {percent === null ? (
          <span className={styles.id}>{accountCountLabel(cloud, pulled.length)}</span>
        ) : (
          <span role="group" aria-label={`Progress of ${name}`}>
            <Progress percent={Math.floor(percent)} size="small" status="active" />
          </span>
        )}
      </div>
      {isOpen && <Level level={folder} shared={shared} />}
    </li>
  );
}

function AccountRow({ account, shared: { words, management, progressOf } }: { account: Account; shared: Shared }): ReactNode {
  const { account_id: id, account_name: name, uid } = account;
  return (
    <li className={styles.row}>
      <span className={`${styles.named} ${styles.leaf}`}>
        <Hidden text={words.account} />
        <span>{name}</span>
        {management.has(id) && <Tag>Management account</Tag>}
      </span>
      <Id label={`${words.account} ID`} id={id} />
      <SourceStatus account={account} progress={progressOf(uid)} />
    </li>
  );
}

function Id({ label, id }: { label: string; id: string }): ReactNode {
  return (
    <span className={styles.id}>
      <Hidden text={label} />
      {id}
    </span>
  );
}

/** Repeats a column heading for screen readers. */
function Hidden({ text }: { text: string }): ReactNode {
  return <span className="cam-visually-hidden">{`${text} `}</span>;
}
