import { useState, type ReactNode } from 'react';
import { callApi, LIST_RESET, notify, useAddress, useApi, useSession } from '@cam/platform';
import { Alert, Button, ErrorState, formatBadge, LoadingState, PageHeader, TabList, TextDialog } from '@cam/ui';
import { CertifyList } from './CertifyList';
import { RiskOverview } from './RiskOverview';
import { ShadowControlList } from './ShadowControlList';
import { StageMapForm } from './StageMapForm';
import { TierMembers } from './TierMembers';
import { TierRules } from './TierRules';
import styles from './crown-jewels.module.css';

/** How often the page asks while a snapshot is not scored yet, ms. */
const POLL = 3000;
/** How often it asks otherwise, ms. */
const REFRESH = 60_000;
const LONGEST_NAME = 40;

/** Shows the tiers: their members, the rules that fill them, the proposals to certify, and who controls tier 0 from outside. */
export default function CrownJewelsPage(): ReactNode {
  const address = useAddress();
  const { can } = useSession();
  const [isNaming, setNaming] = useState(false);
  const { data, error, mutate } = useApi(
    'GET /v1/tiers',
    {},
    { filtered: false, keepPreviousData: true, refreshInterval: (answer) => (answer?.scoring ? POLL : REFRESH) },
  );
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading tiers" shape="tiles" />;
  const tabs = [
    { key: 'tiers', label: 'Tiers' },
    { key: 'rules', label: 'Rules' },
    { key: 'certify', label: `To certify (${formatBadge(data.proposed)})` },
    { key: 'shadow', label: `Shadow tier 0 (${formatBadge(data.shadow)})` },
    { key: 'risk', label: 'Risk' },
    { key: 'stages', label: 'Stages' },
  ];
  const tab = tabs.find(({ key }) => key === address.get('tab'))?.key ?? 'tiers';
  const names = data.tiers.map(({ name }) => name);
  const reload = (): void => void mutate();
  return (
    <>
      <PageHeader
        title="Crown Jewels"
        text="Everything that matters most, and who can reach it"
        actions={can('GENERAL') && <Button onClick={() => setNaming(true)}>Name tiers</Button>}
      />
      {data.scored_at === null && (
        <div className={styles.notice} role="status">
          <Alert type="info" showIcon title="No entity is scored yet. The first scores follow the first snapshot of a source." />
        </div>
      )}
      <TabList label="Views" chosen={tab} items={tabs} onChoose={(next) => address.set({ ...LIST_RESET, tab: next, tier: null })} />
      {tab === 'tiers' && <TierMembers overview={data} />}
      {tab === 'rules' && <TierRules names={names} onChanged={reload} />}
      {tab === 'certify' && <CertifyList names={names} onDecided={reload} />}
      {tab === 'shadow' && <ShadowControlList names={names} />}
      {tab === 'risk' && <RiskOverview names={names} />}
      {tab === 'stages' && <StageMapForm />}
      {isNaming && (
        <TextDialog
          title="Name tiers"
          okText="Save"
          note="The numbers stay: tier 0 is the most important one."
          fields={names.map((name, tier) => ({ name: String(tier), label: `Tier ${tier}`, initial: name, maxLength: LONGEST_NAME }))}
          onClose={() => setNaming(false)}
          onSubmit={async (values) => {
            await callApi('PUT /v1/tiers/names', { body: { names: names.map((name, tier) => values[tier] ?? name) } }, { filtered: false });
            notify.success('Saved the names of the tiers');
            reload();
          }}
        />
      )}
    </>
  );
}
