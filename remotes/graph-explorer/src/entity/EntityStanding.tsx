import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { RiskScore } from '@cam/ui';
import { useApi, useSession } from '@cam/platform';
import { TierTag } from '../explorer/TierTag';
import styles from './entity.module.css';

/** Shows the tier and the risk score of an entity beside its name, and leads to a rule that assigns a tier. Shows nothing before the first scoring. */
export function EntityStanding({ uri, name }: { uri: string; name: string }): ReactNode {
  const { can } = useSession();
  const { data, error } = useApi('GET /v1/risk/explain', { query: { uri } }, { filtered: false, keepPreviousData: true });
  if (data?.uri !== uri) return !error && <span className={styles.standing} data-awaited="true" />;
  return (
    <span className={styles.standing}>
      <TierTag tier={data.tier} />
      <RiskScore risk={data.risk} of={name} formula={data.formula} />
      {can('GENERAL') && <Link to={`/crown-jewels?${new URLSearchParams({ tab: 'rules', uri })}`}>Set tier</Link>}
    </span>
  );
}
