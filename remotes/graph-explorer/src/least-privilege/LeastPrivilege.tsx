import type { ReactNode } from 'react';
import { useAddress, useApi } from '@cam/platform';
import { Button, ErrorState, LoadingState, Radio } from '@cam/ui';
import { ProposalPartCard } from './ProposalPartCard';
import styles from './least-privilege.module.css';

const DAYS = [90, 30, 7] as const;
type Days = (typeof DAYS)[number];

/** Policies that leave an identity with what it used: asked for by a button, since every used call is tried against them. */
export function LeastPrivilege({ uri }: { uri: string }): ReactNode {
  const address = useAddress();
  const days = DAYS.find((one) => String(one) === address.get('proposal')) ?? null;
  return (
    <section className={styles.card} aria-label="Least privilege">
      <header className={styles.head}>
        <h2>Least privilege</h2>
        {days === null ? (
          <Button onClick={() => address.set({ proposal: String(DAYS[0]) })}>Propose policies of what it used</Button>
        ) : (
          <Radio.Group
            optionType="button"
            aria-label="Used within"
            value={days}
            options={DAYS.map((value) => ({ value, label: `${value} days` }))}
            onChange={({ target }) => address.set({ proposal: String(target.value) })}
          />
        )}
      </header>
      {days === null ? (
        <p className={styles.muted}>Only what it used stays. Each used call is tried against the proposal before you see it.</p>
      ) : (
        <Proposal uri={uri} days={days} />
      )}
    </section>
  );
}

function Proposal({ uri, days }: { uri: string; days: Days }): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/least-privilege', { query: { uri, days } });
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Trying every used call" />;
  return (
    <>
      {data.parts.map((part) => (
        <ProposalPartCard key={`${part.cloud_type} ${part.account_id}`} part={part} days={data.days} />
      ))}
    </>
  );
}
