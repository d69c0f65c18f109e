import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Organization, SourceProgress } from '@cam/contracts';
import { Alert, Button, CloudLogo, Icon, Progress } from '@cam/ui';
import type { CorrelationActions } from '../correlated/api';
import { LinkButton } from '../correlated/LinkButton';
import { hierarchyTerms } from './hierarchy-terms';
import { OrganizationLevel } from './OrganizationLevel';
import styles from './organizations.module.css';
import { combinedProgress, summaryOf, summaryLabel } from './summary';

interface Props {
  organization: Organization;
  /** Where it is shown by itself; null: it is, here. */
  path: string | null;
  progressOf: (uid: string) => SourceProgress | undefined;
  open: () => void;
  /** Null for those who may only look. */
  change: { again: () => void; scope: () => void; remove: () => void } | null;
  correlated: CorrelationActions | null;
}

/** An organization with its folders and accounts, and how far each is. */
export function OrganizationTree({ organization, path, progressOf, open, change, correlated }: Props): ReactNode {
  const { organization_name: name, organization_id: id, organization_uid: uid, cloud_type: cloud, internal_error: error } = organization;
  const [isOpen, setOpen] = useState(path === null);
  const summary = summaryOf(organization, progressOf);
  const percent = combinedProgress(organization.account_info.map((account) => progressOf(account.uid)));
  const linked = correlated?.nameOf(uid) ?? '';
  const { folders, accounts } = hierarchyTerms(cloud);
  const messages = summary.messages.length === 1 ? '1 message' : `${summary.messages.length} messages`;
  return (
    <section className={styles.organization} aria-label={name}>
      <header className={styles.header}>
        <CloudLogo cloud={cloud} />
        <div className={styles.title}>
          <Button type="link" className={styles.name} onClick={open}>
            {name}
          </Button>
          <small>{`Organization ID ${id}${linked === '' ? '' : `, linked to ${linked}`}`}</small>
        </div>
        <span className={styles.summary}>
          {summaryLabel(cloud, summary)}
          {summary.messages.length > 0 && <>, {path === null ? messages : <Link to={path}>{messages}</Link>}</>}
        </span>
        {percent !== null && (
          <span className={styles.progress} role="group" aria-label={`Progress of ${name}`}>
            <Progress percent={Math.floor(percent)} size="small" status="active" />
          </span>
        )}
        {change && (
          <span className={styles.actions}>
            <Button type="text" aria-label={`Take snapshots of ${name} now`} icon={<Icon name="snapshot" />} onClick={change.again} />
            {correlated && <LinkButton uid={uid} name={name} ways={correlated} />}
            <Button onClick={change.scope}>Scope</Button>
            <Button type="text" danger aria-label={`Delete ${name}`} icon={<Icon name="delete" />} onClick={change.remove} />
          </span>
        )}
      </header>
      {error !== '' && (
        <Alert className={styles.error} type="error" showIcon title="It could not be asked what is in this organization" description={error} />
      )}
      {path !== null && (
        <Link to={path} className={styles.alone}>
          {`Only its ${accounts}`}
        </Link>
      )}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{`${folders.slice(0, 1).toUpperCase()}${folders.slice(1)} and ${accounts}`}</summary>
        {isOpen && (
          <>
            <dl className={styles.facts}>
              <dt>Organization Name</dt>
              <dd>{name}</dd>
              <dt>Organization ID</dt>
              <dd>{id}</dd>
            </dl>
            <OrganizationLevel organization={organization} progressOf={progressOf} />
          </>
        )}
      </details>
    </section>
  );
}
