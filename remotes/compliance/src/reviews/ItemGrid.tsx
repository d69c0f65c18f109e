import { useState, type ReactNode } from 'react';
import type { Api, ReviewItem } from '@cam/contracts';
import { notify, useApi } from '@cam/platform';
import { Button, DataGrid, StatusTag, type GridAction, type GridColumn } from '@cam/ui';
import { DelegateDialog } from './DelegateDialog';
import { ItemDetails } from './ItemDetails';
import { ReasonDialog } from './ReasonDialog';
import styles from './reviews.module.css';
import { useDecisions } from './use-decisions';
import { hasText, inFull, ITEM_STATES, SUGGESTIONS, usedText } from './words';

type Filter = Pick<Api['GET /v1/campaigns/{campaign_id}/items']['query'], 'reviewer' | 'unit' | 'state'>;

interface Props {
  campaignId: string;
  query: Filter;
  /** The user may decide and delegate these items. */
  mayDecide?: boolean;
  onChanged: () => void;
}

/** Items on a page, fewer than one call can decide. */
const PAGE = 50;

const COLUMNS: GridColumn<ReviewItem>[] = [
  {
    key: 'item',
    title: 'Access',
    width: 360,
    value: (item) => hasText(item),
    render: (item) => (
      <span className={styles.stack}>
        <strong>{hasText(item)}</strong>
        <small>{usedText(item)}</small>
      </span>
    ),
  },
  ...([0, 1, 2, 3] as const).map((tier): GridColumn<ReviewItem> => ({
    key: `tier${tier}`,
    title: `Tier ${tier}`,
    value: ({ reach }) => reach[tier] ?? 0,
  })),
  { key: 'used', title: 'Used In 90 Days', value: ({ used }) => used },
  { key: 'suggestion', title: 'Suggestion', value: ({ suggestion }) => SUGGESTIONS[suggestion] },
  {
    key: 'state',
    title: 'State',
    value: ({ state }) => ITEM_STATES[state].label,
    render: ({ state }) => <StatusTag tone={ITEM_STATES[state].tone}>{ITEM_STATES[state].label}</StatusTag>,
  },
  { key: 'reviewer', title: 'Reviewer', value: ({ reviewer }) => reviewer || 'Nobody' },
  { key: 'account', title: 'Account', value: ({ identity }) => identity.account_id, isExtra: true },
  { key: 'reason', title: 'Reason', value: ({ reason }) => reason },
];

/** Lists items of a review page by page, and decides many at once. */
export function ItemGrid({ campaignId, query, mayDecide = false, onChanged }: Props): ReactNode {
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const [delegated, setDelegated] = useState<readonly ReviewItem[] | null>(null);
  const [toExplain, setToExplain] = useState<readonly ReviewItem[] | null>(null);
  const { data, error, isValidating, mutate } = useApi(
    'GET /v1/campaigns/{campaign_id}/items',
    { path: { campaign_id: campaignId }, query: { ...query, cursor: starts.at(-1), limit: PAGE } },
    { filtered: false, keepPreviousData: true },
  );
  const reload = (): void => {
    void mutate();
    onChanged();
  };
  const { last, busy, decide, undo } = useDecisions(campaignId, reload);
  const run = async (items: readonly ReviewItem[], decision: 'KEEP' | 'REVOKE', reason = ''): Promise<void> => {
    await decide(items, decision, reason);
  };
  const choose = (decision: 'KEEP' | 'REVOKE') => (rows: readonly ReviewItem[]) => {
    const chosen = rows.filter(({ state }) => state === 'OPEN' || state === 'KEPT' || state === 'REVOKED');
    if (chosen.length === 0) notify.info('These items cannot be decided any more.');
    else if (decision === 'KEEP' && chosen.some(({ needs_reason: needs }) => needs)) setToExplain(chosen);
    else void run(chosen, decision).catch(() => undefined);
  };
  const actions: GridAction<ReviewItem>[] = [
    { label: 'Keep', run: choose('KEEP') },
    { label: 'Revoke', run: choose('REVOKE') },
    { label: 'Delegate', run: (rows) => setDelegated(rows.filter(({ state }) => state === 'OPEN')) },
  ];
  const next = data?.next ?? null;
  const [first] = toExplain ?? [];
  return (
    <>
      {last && (
        <div className={styles.undo} role="status">
          {last.decision === 'KEEP' ? 'Kept' : 'Revoked'}: {last.items.length === 1 ? '1 item' : `${inFull(last.items.length)} items`}
          <Button size="small" disabled={busy} onClick={() => void undo()}>
            Undo
          </Button>
        </div>
      )}
      <DataGrid
        title="Items"
        name="review-items"
        rows={data?.items}
        rowKey={({ item_id: id }) => String(id)}
        columns={COLUMNS}
        actions={mayDecide ? actions : undefined}
        expand={{ label: (item) => `Details of ${hasText(item)}`, render: (item) => <ItemDetails item={item} /> }}
        paging={{
          hasNext: next !== null,
          hasPrev: starts.length > 1,
          busy: isValidating || busy,
          onNext: () => next !== null && setStarts((now) => [...now, next]),
          onPrev: () => setStarts((now) => now.slice(0, -1)),
        }}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No items', text: 'No item of this review meets the filter.' }}
      />
      {first && toExplain && <ReasonDialog item={first} onClose={() => setToExplain(null)} onSubmit={(reason) => run(toExplain, 'KEEP', reason)} />}
      {delegated && delegated.length > 0 && (
        <DelegateDialog campaignId={campaignId} items={delegated} onClose={() => setDelegated(null)} onDone={reload} />
      )}
    </>
  );
}
