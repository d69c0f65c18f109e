import { useEffect, useRef, type ReactNode } from 'react';
import type { SourceCloud } from '@cam/contracts';
import { Alert } from '@cam/ui';
import { accountCountLabel } from '../organizations/hierarchy-terms';
import { useHelpUrl } from './api';
import styles from './editor.module.css';
import { VALIDATED, type TestState } from './use-source-editor';

interface Props {
  test: TestState;
  cloud: SourceCloud;
  isNew: boolean;
}

/** Shows the result of the connection test and scrolls it into view. */
export function TestResult({ test, cloud, isNew }: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (test.kind === 'passed' || test.kind === 'failed') place.current?.scrollIntoView({ block: 'nearest' });
  }, [test.kind]);
  return (
    <div ref={place} className={styles.result} aria-live="polite">
      <Result test={test} cloud={cloud} isNew={isNew} />
    </div>
  );
}

function Result({ test, cloud, isNew }: Props): ReactNode {
  const helpUrl = useHelpUrl();
  if (test.kind === 'passed') {
    return (
      <>
        <Alert
          type="success"
          showIcon
          title={VALIDATED}
          description={test.accounts === null ? undefined : organizationMessage(cloud, test.accounts, isNew)}
        />
        {test.applications.length > 0 && <Alert type="info" showIcon title={applicationMessage(test.applications)} />}
        {test.warnings.map((warning) => (
          <Alert key={warning} type="warning" showIcon title={warning} />
        ))}
      </>
    );
  }
  if (test.kind !== 'failed') return null;
  const more = (
    <>
      <p>
        Please verify the source account information and configuration. Read more about{' '}
        <a href={helpUrl} target="_blank" rel="noreferrer">
          connecting sources
        </a>
      </p>
      <p>{test.reason}</p>
    </>
  );
  return <Alert type="error" showIcon title="Test Connection Failed" description={more} />;
}

function organizationMessage(cloud: SourceCloud, accounts: number, isNew: boolean): string {
  return `This is an organization with ${accountCountLabel(cloud, accounts)}.${isNew ? ' Save it, then select its accounts.' : ''}`;
}

function applicationMessage(applications: readonly { id: string; name: string }[]): string {
  const [only, ...others] = applications;
  if (only && others.length === 0) return `Users sign in to AWS through the application ${only.name}. Its ID is filled in.`;
  return `Users sign in to AWS through several applications. Enter the ID of one: ${applications.map(({ id, name }) => `${name} (${id})`).join(', ')}.`;
}
