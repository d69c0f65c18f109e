import { useState, type ReactNode } from 'react';
import { confirmDiscard } from '@cam/platform';
import { Tabs } from '@cam/ui';
import type { WizardSteps } from '../alerts/AlertForm';
import { AlertSettings } from '../alerts/AlertSettings';
import { ALERT_TABS } from '../alerts/severities';

/** Shows the alert settings of the three severities in tabs. */
export function AlertsStep({ steps }: { steps: WizardSteps }): ReactNode {
  const [shown, setShown] = useState<string>(ALERT_TABS[0].key);
  const show = async (key: string): Promise<void> => {
    if (await confirmDiscard()) setShown(key);
  };
  const tabs = ALERT_TABS.map(({ key, label, severity }) => ({ key, label, children: <AlertSettings severity={severity} steps={steps} /> }));
  return <Tabs activeKey={shown} items={tabs} destroyOnHidden animated={false} onChange={(key) => void show(key)} />;
}
