import type { ReactNode } from 'react';
import type { ApiFailure } from '@cam/platform';
import type { CloudType } from '@cam/contracts';
import { CloudLogo, ErrorState, LoadingState, PageHeader, regionName, Time, TypeIcon, typeName } from '@cam/ui';
import { NotFound } from '../explorer/NotFound';
import { PolicyLinks } from '../explorer/PolicyLinks';
import { AllPolicies } from './AllPolicies';
import { EntityStanding } from './EntityStanding';
import { EntityActions } from './EntityActions';
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
  /** Shows when the entity was last used. */
  lastUse?: (facts: Facts) => ReactNode;
  /** Offers the least privilege proposal, which the page shows below. */
  isRightSized?: boolean;
  children: (facts: Facts) => ReactNode;
}

/** Tags and labels by which providers and teams name an owner. */
const OWNER = /^(owner|owned[-_]?by|team|contact)$/i;

/** Shows the header and the details of an entity page, or its loading, missing or failed state. */
export function EntityFrame<Facts extends EntityFacts>({
  page,
  facts,
  error,
  retry,
  badges,
  lastUse,
  isRightSized = false,
  children,
}: Props<Facts>): ReactNode {
  if (error?.status === 404 || error?.status === 400) return <NotFound back={`/${page}`} what={page} text={error.userMessage} />;
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={retry} />;
  if (!facts) return <LoadingState label="Loading details" shape="entity" />;
  const owner = facts.tags.find(({ name }) => OWNER.test(name))?.value;
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
            {lastUse?.(facts)}
            {owner && <span>Owner {owner}</span>}
          </span>
        }
        actions={<EntityActions facts={facts} isRightSized={isRightSized} />}
      />
      {children(facts)}
      <section className={styles.card} aria-label="Details">
        <h2>Details</h2>
        <dl className={styles.facts}>
          <Fact name="URI">{facts.uri}</Fact>
          {Object.entries(facts.valueMap).map(([name, value]) => (
            <Fact key={name} name={fieldHeading(name)}>
              {/^\d{4}-\d\d-\d\dT/.test(value) ? <Time at={value} /> : value}
            </Fact>
          ))}
          <Fact name="First Seen">{facts.first_seen ? <Time at={facts.first_seen} /> : 'In the first snapshot of its source'}</Fact>
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
