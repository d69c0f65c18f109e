import type { ReactNode } from 'react';
import type { ApiFailure } from '@cam/platform';
import type { CloudType } from '@cam/contracts';
import { CloudLogo, ErrorState, formatDateTime, LoadingState, PageHeader, regionName, TypeIcon, typeName } from '@cam/ui';
import { NotFound } from '../explorer/NotFound';
import { PolicyLinks } from '../explorer/PolicyLinks';
import { AllPolicies } from './AllPolicies';
import { EntityStanding } from './EntityStanding';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import type { EntityPage } from '@cam/contracts';
import { fieldHeading } from './field-heading';
import styles from './entity.module.css';

/** The fields that all entity pages show. */
export interface EntityFacts {
  uri: string;
  name: string;
  type: string;
  account_id: string;
  account_name: string;
  cloud_type: string;
  region: string;
  valueMap: Record<string, string>;
  tags: { name: string; value: string }[];
  policies: { id: string; name: string; kind: string }[];
  query: string;
  first_seen: string | null;
  evidence_since: string | null;
}

interface Props<Facts extends EntityFacts> {
  page: EntityPage;
  facts: Facts | undefined;
  error: ApiFailure | undefined;
  retry: () => void;
  /** Shows notable properties next to the name. */
  badges?: (facts: Facts) => ReactNode;
  children: (facts: Facts) => ReactNode;
}

/** Shows the header and the details of an entity page, or its loading, missing or failed state. */
export function EntityFrame<Facts extends EntityFacts>({ page, facts, error, retry, badges, children }: Props<Facts>): ReactNode {
  if (error?.status === 404 || error?.status === 400) return <NotFound back={`/${page}`} what={page} text={error.userMessage} />;
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={retry} />;
  if (!facts) return <LoadingState label="Loading details" />;
  return (
    <>
      <PageHeader
        title={
          <span className={styles.title}>
            <TypeIcon type={facts.type} /> {facts.name} {badges?.(facts)}
            <EntityStanding uri={facts.uri} name={facts.name} />
          </span>
        }
        text={
          <span className={styles.subtitle}>
            <CloudLogo cloud={facts.cloud_type as CloudType} /> {typeName(facts.type)} in {facts.account_name}, {regionName(facts.region)}
          </span>
        }
        actions={<ShowAsQuery query={facts.query} what={`access of ${facts.name}`} />}
      />
      {children(facts)}
      <section className={styles.card} aria-label="Details">
        <h2>Details</h2>
        <dl className={styles.facts}>
          <Fact name="URI">{facts.uri}</Fact>
          {Object.entries(facts.valueMap).map(([name, value]) => (
            <Fact key={name} name={fieldHeading(name)}>
              {/^\d{4}-\d\d-\d\dT/.test(value) ? formatDateTime(value) : value}
            </Fact>
          ))}
          <Fact name="First Seen">{facts.first_seen ? formatDateTime(facts.first_seen) : 'In the first snapshot of its source'}</Fact>
          <Fact name="Logs Since">{facts.evidence_since ?? 'No usage logs, so usage is unknown'}</Fact>
          {facts.tags.length > 0 && <Fact name="Tags">{facts.tags.map(({ name, value }) => `${name}=${value}`).join(', ')}</Fact>}
          {facts.policies.length > 0 && (
            <Fact name={`Policies (${facts.policies.length})`}>
              <PolicyLinks policies={facts.policies} accountId={facts.account_id} all />
              {page === 'identities' && <AllPolicies uri={facts.uri} name={facts.name} />}
            </Fact>
          )}
        </dl>
      </section>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
