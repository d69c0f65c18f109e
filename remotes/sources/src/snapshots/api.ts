import { callApi, notify, useApi, type ApiFailure, type ListAddress } from '@cam/platform';
import type { AccountStatus, SnapshotSchedule, SnapshotView, SourceSnapshot } from '@cam/contracts';
import { withFailureNotice } from '../list/failure-notice';

/** Number of snapshots in one export request. */
const FETCHED = 500;

/** One page of snapshots. */
export interface Snapshots {
  rows: SourceSnapshot[] | undefined;
  total: number;
  isLoading: boolean;
  error: ApiFailure | undefined;
  reload: () => void;
  /** Fetches every snapshot that matches the filters, for the export. */
  all: () => Promise<SourceSnapshot[]>;
}

/**
 * Returns one page of a view, as the address describes it.
 * @param status null for any status
 */
export function useSnapshots(view: SnapshotView, { page, pageSize, search }: ListAddress, status: AccountStatus | null): Snapshots {
  const filter = { view, ...(status === null ? {} : { status }), ...(search === '' ? {} : { 'table_options.search_filter': search }) };
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/calendar/snapshots',
    { query: { ...filter, 'table_options.page_number': page, 'table_options.page_size': pageSize } },
    { filtered: false, keepPreviousData: true },
  );
  const all = async (): Promise<SourceSnapshot[]> => {
    const rows: SourceSnapshot[] = [];
    for (let number = 0; ; number += 1) {
      const query = { ...filter, 'table_options.page_number': number, 'table_options.page_size': FETCHED };
      const { snapshots } = await callApi('GET /v1/calendar/snapshots', { query }, { filtered: false });
      rows.push(...snapshots);
      if (snapshots.length < FETCHED) return rows;
    }
  };
  return { rows: data?.snapshots, total: data?.total_count ?? 0, isLoading, error, reload: () => void mutate(), all };
}

/**
 * Starts snapshots and reports how many began. Sources with a run in progress are skipped.
 * @param uids null for all sources
 */
export async function takeSnapshots(uids: readonly string[] | null): Promise<void> {
  const { started } = await callApi('PATCH /v1/calendar/onDemandRunFSM', { body: uids === null ? {} : { uids: [...uids] } });
  notify.info(started.length === 1 ? '1 snapshot started' : `${started.length} snapshots started`);
}

/** Stops the run of a source. The last successful snapshot is kept. */
export async function endRun(uid: string): Promise<void> {
  await callApi('POST /v1/calendar/resetFSMState', { body: { uid } });
}

/**
 * Saves the schedule of one or more sources and reports the outcome as a toast.
 * @param schedule null for the default, once a day
 * @throws ApiFailure when the server refuses it
 */
export async function saveSchedule(uids: readonly string[], schedule: SnapshotSchedule | null): Promise<void> {
  const body = { uids: [...uids], schedule };
  await withFailureNotice('Failed to change the schedule', () => callApi('PATCH /v1/calendar/schedule', { body }, { toast: false }));
  notify.success('Schedule changed');
}
