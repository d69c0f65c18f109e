import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAddress, useApi } from '@cam/platform';
import { Button, ErrorState, LoadingState, Radio } from '@cam/ui';
import { ProposalPartCard } from './ProposalPartCard';
import styles from './least-privilege.module.css';

const DAYS = [90, 30, 7] as const;
/** The id of the section, to which actions lead. */
export const LEAST_PRIVILEGE = 'least-privilege';
type Days = (typeof DAYS)[number];

interface Props {
  uri: string;
  type: string;
  name: string;
}

/**
 * Generates policies that keep only the permissions that an identity used. Generation starts on demand, because the server replays every logged call
 * against the policies.
 */
export function LeastPrivilege({ uri, type, name }: Props): ReactNode {
  const address = useAddress();
  const days = DAYS.find((one) => String(one) === address.get('proposal')) ?? null;
  const section = useRef<HTMLElement>(null);
  // A link to the proposal leads below everything else of the page.
  const [isLinked] = useState(days !== null);
  useEffect(() => {
    if (isLinked) section.current?.scrollIntoView({ block: 'start' });
  }, [isLinked]);
  return (
    <section ref={section} id={LEAST_PRIVILEGE} className={styles.card} aria-label="Least privilege" tabIndex={-1}>
      <header className={styles.head}>
        <h2>Least privilege</h2>
        {days === null ? (
          <Button onClick={() => address.set({ proposal: String(DAYS[0]) })}>Generate policy</Button>
        ) : (
          <Radio.Group
            optionType="button"
            aria-label="Usage window"
            value={days}
            options={DAYS.map((value) => ({ value, label: `${value} days` }))}
            onChange={({ target }) => address.set({ proposal: String(target.value) })}
          />
        )}
      </header>
      {days === null ? (
        <p className={styles.muted}>The generated policies keep only used permissions. Every logged call is replayed against them first.</p>
      ) : (
        <Proposal uri={uri} type={type} name={name} days={days} />
      )}
    </section>
  );
}

function Proposal({ uri, type, name, days }: Props & { days: Days }): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/least-privilege', { query: { uri, days } });
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Replaying logged calls" />;
  return (
    <>
      {data.parts.map((part) => (
        <ProposalPartCard
          key={`${part.cloud_type} ${part.account_id}`}
          part={part}
          days={data.days}
          subject={{ type, name, accountId: part.account_id }}
        />
      ))}
    </>
  );
}
