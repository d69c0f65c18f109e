import type { AlertInfo } from '@cam/contracts';
import { confirm } from '@cam/platform';
import { deleteAlerts } from './api';

/** Deletes closed alerts once somebody said yes; answers whether they are gone. */
export async function confirmDelete(alerts: readonly AlertInfo[]): Promise<boolean> {
  const what = alerts.length === 1 ? 'this closed alert' : `${alerts.length} closed alerts`;
  if (alerts.length === 0 || !(await confirm({ message: `Are you sure you want to delete ${what}?` }))) return false;
  return deleteAlerts(alerts).then(
    () => true,
    () => false,
  );
}
