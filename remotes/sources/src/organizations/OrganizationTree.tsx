import type { ReactNode } from 'react';
import type { Account, Organization, SourceProgress, SubOrganization } from '@cam/contracts';
import { Button, CloudLogo, Icon, Progress } from '@cam/ui';
import type { CorrelatedWays } from '../correlated/api';
import { LinkButton } from '../correlated/LinkButton';
import { SourceStatus } from '../progress/SourceStatus';
import { isUnderWay } from '../progress/use-progress';
import styles from './organizations.module.css';
import { accountsBelow } from './scope-model';
import { summaryOf, summaryWords } from './summary';

interface Props {
  organization: Organization;
  progressOf: (uid: string) => SourceProgress | undefined;
  open: () => void;
  /** Null for those who may only look. */
  change: { scope: () => void; remove: () => void } | null;
  correlated: CorrelatedWays | null;
}

/** An organization with its folders and accounts, and how far each is. */
export function OrganizationTree({ organization, progressOf, open, change, correlated }: Props): ReactNode {
  const { organization_name: name, organization_id: id, organization_uid: uid, cloud_type: cloud } = organization;
  const progress = progressOf(uid);
  return (
    <section className={styles.organization} aria-label={name}>
      <header className={styles.header}>
        <CloudLogo cloud={cloud} />
        <div className={styles.title}>
          <Button type="link" className={styles.name} onClick={open}>
            {name}
          </Button>
          <small>{[id, correlated?.nameOf(uid)].filter(Boolean).join(', linked to ')}</small>
        </div>
        <span className={styles.summary}>{summaryWords(summaryOf(organization))}</span>
        {progress && isUnderWay(progress) && (
          <span className={styles.progress} role="group" aria-label={`Progress of ${name}`}>
            <Progress percent={Math.floor(progress.progress)} size="small" status="active" />
          </span>
        )}
        {change && (
          <span className={styles.actions}>
            {correlated && <LinkButton uid={uid} name={name} ways={correlated} />}
            <Button onClick={change.scope}>Scope</Button>
            <Button type="text" danger aria-label={`Delete ${name}`} icon={<Icon name="delete" />} onClick={change.remove} />
          </span>
        )}
      </header>
      <details>
        <summary>Folders and accounts</summary>
        <Level level={organization} accounts={organization.account_info} progressOf={progressOf} />
      </details>
    </section>
  );
}

interface LevelProps {
  level: Pick<SubOrganization, 'sub_organization' | 'account_ids'>;
  accounts: readonly Account[];
  progressOf: (uid: string) => SourceProgress | undefined;
}

/** Folders in which nothing is pulled are left out. */
function Level({ level, accounts, progressOf }: LevelProps): ReactNode {
  const isPulled = (id: string): boolean => accounts.some((account) => account.account_id === id);
  return (
    <ul className={styles.level}>
      {level.sub_organization
        .filter((folder) => accountsBelow(folder).some(isPulled))
        .map((folder) => (
          <li key={folder.suborganization_uid}>
            <span className={styles.folder}>{folder.suborganization_name}</span>
            <Level level={folder} accounts={accounts} progressOf={progressOf} />
          </li>
        ))}
      {accounts
        .filter(({ account_id: id }) => level.account_ids.includes(id))
        .map((account) => (
          <li key={account.uid} className={styles.account}>
            <span>{account.account_name}</span>
            <SourceStatus account={account} progress={progressOf(account.uid)} />
          </li>
        ))}
    </ul>
  );
}
