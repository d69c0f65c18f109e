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
  /** Address of the organization's own page; null on that page. */
  path: string | null;
  progressOf: (uid: string) => SourceProgress | undefined;
  open: () => void;
  /** Null for users who may only read. */
  change: { again: () => void; scope: () => void; remove: () => void } | null;
  correlated: CorrelationActions | null;
}

/** Shows an organization with its folders and accounts and their progress. */
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
            {correlated && <LinkButton uid={uid} name={name} actions={correlated} />}
            <Button onClick={change.scope}>Edit scope</Button>
            <Button type="text" danger aria-label={`Delete ${name}`} icon={<Icon name="delete" />} onClick={change.remove} />
          </span>
        )}
      </header>
      {error !== '' && (
        <Alert className={styles.error} type="error" showIcon title="The accounts of this organization could not be read" description={error} />
      )}
      {path !== null && (
        <Link to={path} className={styles.alone}>
          Show only this organization
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
