import { useState, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { ReviewItem } from '@cam/contracts';
import { useAddress, useApi } from '@cam/platform';
import { EmptyState, ErrorState, LoadingState, PageHeader, Switch, TabList, useKeys, useKeySwitch } from '@cam/ui';
import { Choice } from './Choice';
import { DelegateDialog } from './DelegateDialog';
import { ItemCard } from './ItemCard';
import { ItemGrid } from './ItemGrid';
import { ReasonDialog } from './ReasonDialog';
import styles from './reviews.module.css';
import { useDecisions } from './use-decisions';
import { hasText, inFull } from './words';

const VIEWS = [
  { key: 'card', label: 'One at a time' },
  { key: 'list', label: 'List' },
] as const;

/** Items that are loaded at once. */
const LOADED = 100;

/** Lets the user decide the items of a review: one card at a time by keyboard, or many in a list. */
export function MyItemsPage(): ReactNode {
  const { campaignId = '' } = useParams();
  const address = useAddress();
  const isList = address.get('view') === 'list';
  const path = { campaign_id: campaignId };
  const review = useApi('GET /v1/campaigns/{campaign_id}', { path }, { filtered: false });
  const open = useApi(
    'GET /v1/campaigns/{campaign_id}/items',
    { path, query: { reviewer: 'me', state: ['OPEN'], limit: LOADED } },
    { filtered: false, keepPreviousData: true },
  );
  const reload = (): void => {
    void open.mutate();
    void review.mutate();
  };
  const campaign = review.data?.campaign;
  const error = review.error ?? open.error;
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={reload} />;
  const title = campaign?.name ?? 'Access review';
  const left = open.data?.total;
  return (
    <>
      <PageHeader
        title="Your items"
        trail={[
          <Link key="all" to="/reviews">
            Access Reviews
          </Link>,
          <Link key="one" to={`/reviews/${campaignId}`}>
            {title}
          </Link>,
        ]}
        text={left === undefined ? undefined : `${inFull(left)} to decide${campaign ? ` until ${campaign.stage_ends_on}` : ''}`}
      />
      <TabList
        label="Views"
        items={VIEWS}
        chosen={isList ? 'list' : 'card'}
        onChoose={(view) => address.set({ view: view === 'list' ? view : null })}
      />
      {isList ? (
        <ItemGrid campaignId={campaignId} query={{ reviewer: 'me' }} mayDecide onChanged={reload} />
      ) : open.data ? (
        <Cards campaignId={campaignId} items={open.data.items} onChanged={reload} />
      ) : (
        <LoadingState label="Loading items" shape="list" rows={6} />
      )}
    </>
  );
}

function Cards({ campaignId, items, onChanged }: { campaignId: string; items: readonly ReviewItem[]; onChanged: () => void }): ReactNode {
  const [place, setPlace] = useState(0);
  /** Items that are decided, until the list without them arrives. */
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<'KEEP' | 'DELEGATE' | null>(null);
  const [areKeysOn, setKeysOn] = useKeySwitch();
  const { last, busy, decide, undo } = useDecisions(campaignId, onChanged);
  const keyOf = ({ item_id: id, version }: ReviewItem): string => `${id} ${version}`;
  const waiting = items.filter((item) => !decided.has(keyOf(item)));
  const current = waiting[waiting.length === 0 ? 0 : place % waiting.length];
  const run = async (item: ReviewItem, decision: 'KEEP' | 'REVOKE', reason = ''): Promise<void> => {
    if (await decide([item], decision, reason)) setDecided((now) => new Set(now).add(keyOf(item)));
  };
  // The platform showed the error of a failed decision.
  const act = (decision: 'KEEP' | 'REVOKE') => () => {
    if (!current || busy) return;
    if (decision === 'KEEP' && current.needs_reason) setDialog('KEEP');
    else void run(current, decision).catch(() => undefined);
  };
  const delegate = (): void => {
    if (current && !busy) setDialog('DELEGATE');
  };
  const next = (): void => setPlace((now) => (waiting.length < 2 ? 0 : (now + 1) % waiting.length));
  const takeBack = (): void => {
    if (last && !busy) void undo();
  };
  useKeys(
    { 'item-keep': act('KEEP'), 'item-revoke': act('REVOKE'), 'item-delegate': delegate, 'item-next': next, 'item-undo': takeBack },
    { enabled: dialog === null },
  );
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.undo} role="status">
          {last && (
            <>
              {last.decision === 'KEEP' ? 'Kept' : 'Revoked, waits for a snapshot'}: {last.items[0] ? hasText(last.items[0]) : ''}
              <Choice action="item-undo" label="Undo" size="small" busy={busy} onClick={takeBack} />
            </>
          )}
        </div>
        <label>
          <Switch size="small" aria-label="Single-key shortcuts" checked={areKeysOn} onChange={setKeysOn} /> Single-key shortcuts
        </label>
      </div>
      {current ? (
        <ItemCard item={current} busy={busy} onKeep={act('KEEP')} onRevoke={act('REVOKE')} onDelegate={delegate} onNext={next} />
      ) : (
        <EmptyState
          title="Nothing left to decide"
          text="All of your items in this review are decided. Choose List to see or change your decisions."
        />
      )}
      {current && dialog === 'KEEP' && (
        <ReasonDialog item={current} onClose={() => setDialog(null)} onSubmit={(reason) => run(current, 'KEEP', reason)} />
      )}
      {current && dialog === 'DELEGATE' && (
        <DelegateDialog campaignId={campaignId} items={[current]} onClose={() => setDialog(null)} onDone={onChanged} />
      )}
    </>
  );
}
