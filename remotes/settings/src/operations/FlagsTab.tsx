import type { ReactNode } from 'react';
import { FLAG_EFFECTS, isFeatureFlag, type FlagValue } from '@cam/contracts';
import { confirm, useAddress } from '@cam/platform';
import { DataGrid, Switch, type GridColumn } from '@cam/ui';
import { setFlag, useFlags } from './api';
import styles from './FlagsTab.module.css';

function effectOf(flag: string): string {
  return isFeatureFlag(flag) ? FLAG_EFFECTS[flag] : '';
}

/** Lists the feature flags of the tenant with their effects. */
export function FlagsTab(): ReactNode {
  const address = useAddress('flags');
  const { data, error, mutate } = useFlags();
  const change = async ({ featureflag }: FlagValue, value: boolean): Promise<void> => {
    const effect = effectOf(featureflag);
    if (value && !(await confirm({ message: `${effect} The change takes effect at once in every open console.`, okText: 'Turn on' }))) return;
    await setFlag(featureflag, value).catch(() => undefined);
    await mutate();
  };
  const columns: GridColumn<FlagValue>[] = [
    { key: 'flag', title: 'Flag', value: ({ featureflag }) => featureflag, sortable: true },
    {
      key: 'effect',
      title: 'Effect when on',
      value: ({ featureflag }) => effectOf(featureflag),
      // The sentence wraps, so that it can be read without scrolling sideways.
      render: ({ featureflag }) => <span className={styles.sentence}>{effectOf(featureflag)}</span>,
    },
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
