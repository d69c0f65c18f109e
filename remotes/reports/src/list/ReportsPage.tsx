import type { ReactNode } from 'react';
import { useAddress } from '@cam/platform';
import { PageHeader, TabList } from '@cam/ui';
import { ScheduleList } from '../schedules/ScheduleList';
import { ReportList } from './ReportList';

const TABS = [
  { key: 'reports', label: 'Reports' },
  { key: 'scheduled', label: 'Scheduled' },
] as const;

/** Shows the generated reports and the schedules that e-mail reports regularly. */
export default function ReportsPage(): ReactNode {
  const address = useAddress();
  const chosen = address.get('tab') === 'scheduled' ? 'scheduled' : 'reports';
  return (
    <>
      <PageHeader title="Reports" text="Results of queries and unused access views as files, kept for 30 days" />
      <TabList label="Views" items={TABS} chosen={chosen} onChoose={(tab) => address.set({ tab: tab === 'reports' ? null : tab, report: null })} />
      {chosen === 'scheduled' ? <ScheduleList /> : <ReportList />}
    </>
  );
}
