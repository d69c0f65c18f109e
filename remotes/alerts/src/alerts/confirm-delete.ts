import type { AlertInfo } from '@cam/contracts';
import { confirm } from '@cam/platform';
import { deleteAlerts } from './api';

/** Asks for confirmation, then deletes closed alerts. @returns whether the alerts are deleted */
export async function confirmDelete(alerts: readonly AlertInfo[]): Promise<boolean> {
  const subject = alerts.length === 1 ? 'this closed alert' : `${alerts.length} closed alerts`;
  if (alerts.length === 0 || !(await confirm({ message: `Are you sure you want to delete ${subject}?` }))) return false;
  return deleteAlerts(alerts).then(
    () => true,
    () => false,
  );
}
