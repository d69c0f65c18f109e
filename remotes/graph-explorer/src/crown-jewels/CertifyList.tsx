import { useMemo, useState, type ReactNode } from 'react';
import type { TierMember } from '@cam/contracts';
import { callApi, notify, sortable, useApi, useListAddress, useSession } from '@cam/platform';
import { DataGrid, TextDialog, timeColumn, type GridColumn } from '@cam/ui';
import { TierTag } from '../explorer/TierTag';
import { memberColumns } from './member-columns';

const LONGEST_NOTE = 1000;

interface Decision {
  decision: 'ACCEPT' | 'REJECT';
  rows: readonly TierMember[];
}

/** Lists the proposals of rules that need certification. A user with the right accepts or rejects them with a note. */
export function CertifyList({ names, onDecided }: { names: readonly string[]; onDecided: () => void }): ReactNode {
  const { can } = useSession();
  const list = useListAddress({ sorts: {} });
  const [asked, setAsked] = useState<Decision | null>(null);
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/tiers/members',
    { query: { state: 'PROPOSED', ...(list.search ? { search: list.search } : {}), page_number: list.page, page_size: list.pageSize } },
    { filtered: false, keepPreviousData: true },
  );
  const columns = useMemo((): GridColumn<TierMember>[] => {
    const tier: GridColumn<TierMember> = {
      key: 'tier',
      title: 'Proposed Tier',
      value: (row) => row.tier,
      render: (row) => row.tier !== null && <TierTag tier={row.tier} name={names[row.tier]} />,
    };
    return sortable({}, [...memberColumns, tier, timeColumn<TierMember>({ key: 'since', title: 'Proposed', at: (row) => row.since })]);
  }, [names]);
  const ask = (decision: Decision['decision']) => (rows: readonly TierMember[]) => {
    if (rows.length > 0) setAsked({ decision, rows });
  };
  return (
    <>
      <DataGrid<TierMember>
        fits
        title="To certify"
        rows={data?.rows}
        rowKey={(row) => `${row.rule_id} ${row.uri}`}
        columns={columns}
        hideEmptyColumns
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No proposals', text: 'Rules with certification list new entities here before they count as members.' }}
        actions={
          can('GUARDRAIL')
            ? [
                { label: 'Accept', run: ask('ACCEPT') },
                { label: 'Reject', run: ask('REJECT') },
              ]
            : []
        }
        paging={list.paging(data?.total ?? 0, isLoading)}
      />
      {asked && (
        <TextDialog
          title={`${asked.decision === 'ACCEPT' ? 'Accept' : 'Reject'} ${asked.rows.length === 1 ? '1 entity' : `${asked.rows.length} entities`}`}
          okText={asked.decision === 'ACCEPT' ? 'Accept' : 'Reject'}
          note="The note and your name stay in the history of the members and in the audit log."
          fields={[{ name: 'note', label: 'Note', initial: '', maxLength: LONGEST_NOTE }]}
          onClose={() => setAsked(null)}
          onSubmit={async ({ note = '' }) => {
            const decided = await certify(asked, note);
            notify.success(`${asked.decision === 'ACCEPT' ? 'Accepted' : 'Rejected'} ${decided === 1 ? '1 entity' : `${decided} entities`}`);
            void mutate();
            onDecided();
          }}
        />
      )}
    </>
  );
}

/** Decides about the chosen rows, rule by rule. Returns the number of decided entities. */
async function certify({ decision, rows }: Decision, note: string): Promise<number> {
  const byRule = new Map<string, string[]>();
  for (const { rule_id: rule, uri } of rows) byRule.set(rule, [...(byRule.get(rule) ?? []), uri]);
  let decided = 0;
  for (const [rule_id, uris] of byRule) {
    const answer = await callApi('POST /v1/tiers/certify', { body: { rule_id, uris, decision, note } }, { filtered: false });
    decided += answer.decided;
  }
  return decided;
}
