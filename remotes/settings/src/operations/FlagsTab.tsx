import type { ReactNode } from 'react';
import { FLAG_EFFECTS, isFeatureFlag, type FlagValue } from '@cam/contracts';
import { confirm, useAddress } from '@cam/platform';
import { DataGrid, Switch, type GridColumn } from '@cam/ui';
import { setFlag, useFlags } from './api';
import styles from './FlagsTab.module.css';

function effectOf({ featureflag, effect = '' }: FlagValue): string {
  return isFeatureFlag(featureflag) ? FLAG_EFFECTS[featureflag] : effect;
}

/** Lists the feature flags of the tenant with their effects: those of CAM, and those that areas declare. */
export function FlagsTab(): ReactNode {
  const address = useAddress('flags');
  const { data, error, mutate } = useFlags();
  const change = async (flag: FlagValue, value: boolean): Promise<void> => {
    const effect = effectOf(flag);
    if (value && !(await confirm({ message: `${effect} The change takes effect at once in every open console.`, okText: 'Turn on' }))) return;
    await setFlag(flag.featureflag, value).catch(() => undefined);
    await mutate();
  };
  const columns: GridColumn<FlagValue>[] = [
    { key: 'flag', title: 'Flag', value: ({ featureflag }) => featureflag, sortable: true },
    {
      key: 'effect',
      title: 'Effect when on',
      value: effectOf,
      // The sentence wraps, so that it can be read without scrolling sideways.
      render: (flag) => <span className={styles.sentence}>{effectOf(flag)}</span>,
    },
    { key: 'owner', title: 'Area', value: ({ owner = 'CAM' }) => owner, width: 140, sortable: true },
    {
      key: 'value',
      title: 'On',
      value: ({ value }) => (value ? 'on' : 'off'),
      render: (flag) => <Switch aria-label={flag.featureflag} checked={flag.value} onChange={(value) => void change(flag, value)} />,
      width: 90,
      sortable: false,
      sticky: true,
    },
  ];
  return (
    <DataGrid<FlagValue>
      title="Feature flags"
      rows={data?.featureflags}
      rowKey={({ featureflag }) => featureflag}
      columns={columns}
      address={address}
      error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{ title: 'No feature flags' }}
    />
  );
}
