import { callApi, notify, useApi, type ApiFailure, type ListAddress } from '@cam/platform';
import type { AccountStatus, SnapshotSchedule, SnapshotView, SourceSnapshot } from '@cam/contracts';
import { withFailureNotice } from '../list/failure-notice';

/** Snapshots that one request of an export fetches. */
const FETCHED = 500;

export interface Snapshots {
  rows: SourceSnapshot[] | undefined;
  total: number;
  isLoading: boolean;
  error: ApiFailure | undefined;
  reload: () => void;
  /** All that the filters leave. */
  all: () => Promise<SourceSnapshot[]>;
}

/** One page of a view, as its list stands in the address. @param status null: of any */
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

/** Takes snapshots now, of these sources or (null) of all; those of which one is being taken already are left alone. */
export async function takeSnapshots(uids: readonly string[] | null): Promise<void> {
  const { started } = await callApi('PATCH /v1/calendar/onDemandRunFSM', { body: uids === null ? {} : { uids: [...uids] } });
  notify.info(started.length === 1 ? 'A snapshot is being taken' : `${started.length} snapshots are being taken`);
}

/** Ends what is under way for a source; the last good snapshot stays. */
export async function endRun(uid: string): Promise<void> {
  await callApi('POST /v1/calendar/resetFSMState', { body: { uid } });
}

export async function saveSchedule(uids: readonly string[], schedule: SnapshotSchedule | null): Promise<void> {
  const body = { uids: [...uids], schedule };
  await withFailureNotice('Failed to change the schedule', () => callApi('PATCH /v1/calendar/schedule', { body }, { toast: false }));
  notify.success('The schedule has been changed');
}
