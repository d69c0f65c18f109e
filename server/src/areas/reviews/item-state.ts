import {
  MIN_KEEP_REASON,
  type OnSilence,
  type ReviewDecision,
  type ReviewItem,
  type ReviewItemState,
  type ReviewLogKind,
  type StageTakes,
} from '@cam/contracts/server';

/** The part of an item that changes. */
export interface ItemStatus {
  state: ReviewItemState;
  version: number;
  reviewer: string;
  isChanged: boolean;
  reason: string;
  stage: number;
  /** Decisions of the stages before. */
  earlier: readonly EarlierDecision[];
  /** Empty: nobody decided. */
  decidedBy: string;
  decidedAt: Date | null;
  /** The newest snapshot when it was decided. */
  decidedSnapshot: number | null;
  /** The snapshot that showed the unit gone, or still there after the last day. */
  checkedSnapshot: number | null;
  /** The newest snapshot when the ticket of the revocation was closed. */
  reportedSnapshot: number | null;
}

export type EarlierDecision = ReviewItem['earlier'][number];

/** The part of an item that never changes. */
export interface ItemFacts {
  /** E-mail addresses of the identity, in lower case. */
  addresses: readonly string[];
  needsReason: boolean;
  fingerprint: string;
}

/** A change of an item. `isClosed` says that its campaign or stage takes no more decisions, `start` is its first snapshot, and `isOver` says that revocations are overdue. */
export type ItemChange =
  | { kind: 'DECIDE'; decision: ReviewDecision; reason: string; by: string; at: Date; snapshot: number; isClosed: boolean }
  | { kind: 'DELEGATE'; to: string; by: string; mayDelegateAll: boolean; isClosed: boolean }
  | { kind: 'FALL_BACK'; to: string }
  | { kind: 'OBSERVE'; seen: SeenUnit; start: number; isOver: boolean; isClosed: boolean }
  | { kind: 'REPORT'; snapshot: number }
  | { kind: 'NEXT_STAGE'; stage: number; takes: StageTakes; reviewer: string; fallback: string }
  | { kind: 'SILENCE'; rule: OnSilence; fallback: string; isLast: boolean };

/** A unit as a snapshot shows it. */
export interface SeenUnit {
  snapshot: number;
  /** The newest snapshot of the unit's source; 0: the source was removed, so nothing shows whether the unit is gone. */
  sourceSnapshot: number;
  /** Null: the unit is gone. */
  fingerprint: string | null;
}

export type Refusal = 'CLOSED' | 'NOT_REVIEWER' | 'SELF_REVIEW' | 'DECIDED_BEFORE' | 'REASON_NEEDED' | 'ALREADY_GONE' | 'NOT_DECIDED';

/** The item after a change, with the entry for the log; `status` is the same object where nothing changed. */
export type Changed = { status: ItemStatus; log: ReviewLogKind | null } | { refusal: Refusal };

/** An item that waits for a decision. */
const UNDECIDED = {
  state: 'OPEN',
  reason: '',
  decidedBy: '',
  decidedAt: null,
  decidedSnapshot: null,
  checkedSnapshot: null,
  reportedSnapshot: null,
} as const;

/** Items that an observation can still change. */
const IS_WATCHED: ReadonlySet<ReviewItemState> = new Set(['OPEN', 'KEPT', 'REVOKED', 'DONE', 'OVERDUE', 'GONE', 'PROPOSED']);

/** Returns an item after a change: the only place that decides how items change. */
export function changed(status: ItemStatus, facts: ItemFacts, change: ItemChange): Changed {
  switch (change.kind) {
    case 'DECIDE':
      return decided(status, facts, change);
    case 'DELEGATE':
      return delegated(status, facts, change);
    case 'FALL_BACK':
      return status.state === 'OPEN' && status.reviewer !== change.to
        ? after(status, { reviewer: reviewerFor(status, facts, change.to) }, 'FELL_BACK')
        : { status, log: null };
    case 'OBSERVE':
      return observed(status, facts, change);
    case 'REPORT':
      return waits(status) && status.reportedSnapshot === null
        ? after(status, { reportedSnapshot: change.snapshot }, 'REPORTED')
        : { status, log: null };
    case 'NEXT_STAGE':
      return inNextStage(status, facts, change);
    case 'SILENCE':
      return silent(status, facts, change);
  }
}

const isSelf = ({ addresses }: ItemFacts, email: string): boolean => addresses.includes(email.toLowerCase());

/** Each stage is decided by somebody else. */
const hasDecided = ({ earlier }: ItemStatus, email: string): boolean => earlier.some(({ by }) => by === email.toLowerCase());

/** Nobody reviews himself, or decides in two stages: such an item stays without a reviewer until an administrator gives it to somebody. */
const reviewerFor = (status: ItemStatus, facts: ItemFacts, email: string): string => (isSelf(facts, email) || hasDecided(status, email) ? '' : email);

function after(status: ItemStatus, change: Partial<ItemStatus>, log: ReviewLogKind | null): Changed {
  return { status: { ...status, ...change, version: status.version + 1 }, log };
}

function decided(status: ItemStatus, facts: ItemFacts, change: Extract<ItemChange, { kind: 'DECIDE' }>): Changed {
  const { decision, by, at, snapshot, isClosed } = change;
  const reason = change.reason.trim();
  if (isClosed) return { refusal: 'CLOSED' };
  if (status.state === 'GONE' || status.state === 'DONE') return { refusal: 'ALREADY_GONE' };
  if (isSelf(facts, by)) return { refusal: 'SELF_REVIEW' };
  if (status.reviewer !== by) return { refusal: 'NOT_REVIEWER' };
  if (hasDecided(status, by)) return { refusal: 'DECIDED_BEFORE' };
  if (decision === 'UNDO') {
    if (status.decidedBy === '') return { refusal: 'NOT_DECIDED' };
    return after(status, UNDECIDED, 'DECIDED');
  }
  if (decision === 'KEEP' && facts.needsReason && reason.length < MIN_KEEP_REASON) return { refusal: 'REASON_NEEDED' };
  const state = decision === 'KEEP' ? 'KEPT' : 'REVOKED';
  return after(status, { ...UNDECIDED, state, reason, decidedBy: by, decidedAt: at, decidedSnapshot: snapshot }, 'DECIDED');
}

function delegated(status: ItemStatus, facts: ItemFacts, change: Extract<ItemChange, { kind: 'DELEGATE' }>): Changed {
  if (change.isClosed) return { refusal: 'CLOSED' };
  if (status.state !== 'OPEN') return { refusal: status.state === 'GONE' ? 'ALREADY_GONE' : 'NOT_REVIEWER' };
  if (status.reviewer !== change.by && !change.mayDelegateAll) return { refusal: 'NOT_REVIEWER' };
  if (isSelf(facts, change.to)) return { refusal: 'SELF_REVIEW' };
  if (hasDecided(status, change.to)) return { refusal: 'DECIDED_BEFORE' };
  return after(status, { reviewer: change.to }, 'DELEGATED');
}

/** A revocation counts as carried out only when a later snapshot of the unit's own source shows that the unit is gone. */
function observed(
  status: ItemStatus,
  { fingerprint }: ItemFacts,
  { seen, start, isOver, isClosed }: Extract<ItemChange, { kind: 'OBSERVE' }>,
): Changed {
  if (!IS_WATCHED.has(status.state)) return { status, log: null };
  const checkedSnapshot = seen.snapshot;
  if (seen.fingerprint === null) {
    if (seen.sourceSnapshot <= (status.decidedSnapshot ?? start)) return { status, log: null };
    if (status.state === 'OPEN' || status.state === 'PROPOSED') return after(status, { state: 'GONE', checkedSnapshot }, 'GONE');
    if (waits(status)) return after(status, { state: 'DONE', checkedSnapshot, reportedSnapshot: null }, 'DONE');
    return { status, log: null };
  }
  if (status.state === 'DONE') return after(status, { state: 'REVOKED', checkedSnapshot: null, reportedSnapshot: null }, 'RETURNED');
  if (status.state === 'GONE') return isClosed ? { status, log: null } : after(status, { state: 'OPEN', checkedSnapshot: null }, 'RETURNED');
  const isRefuted = status.reportedSnapshot !== null && seen.sourceSnapshot > status.reportedSnapshot;
  const reportedSnapshot = isRefuted ? null : status.reportedSnapshot;
  if (status.state === 'REVOKED' && isOver) return after(status, { state: 'OVERDUE', checkedSnapshot, reportedSnapshot }, 'OVERDUE');
  if (isRefuted && waits(status)) return after(status, { reportedSnapshot }, 'STILL_THERE');
  const isChanged = seen.fingerprint !== fingerprint;
  if (isClosed || isChanged === status.isChanged) return { status, log: null };
  return after(status, { isChanged }, 'CHANGED');
}

/** Says whether a revocation waits for a snapshot without the unit. */
const waits = ({ state }: ItemStatus): boolean => state === 'REVOKED' || state === 'OVERDUE';

/** Gives an item to the next stage if the stage takes it. The item keeps its former decision in `earlier`. */
function inNextStage(
  status: ItemStatus,
  facts: ItemFacts,
  { stage, takes, reviewer, fallback }: Extract<ItemChange, { kind: 'NEXT_STAGE' }>,
): Changed {
  const { state, decidedBy: by, decidedAt, reason } = status;
  if (status.stage !== stage - 1 || (state !== 'OPEN' && state !== 'KEPT' && state !== 'REVOKED')) return { status, log: null };
  if (state !== 'OPEN' && takes !== 'ALL' && takes !== state) return { status, log: null };
  const decision = { stage: status.stage, decision: state, by, at: decidedAt?.toISOString() ?? '', reason };
  const earlier = decision.decision === 'OPEN' ? status.earlier : [...status.earlier, { ...decision, decision: decision.decision }];
  const next = { ...status, ...UNDECIDED, stage, earlier };
  const to = [reviewer, fallback].map((email) => reviewerFor(next, facts, email)).find((email) => email !== '') ?? '';
  return after(status, { ...UNDECIDED, stage, earlier, reviewer: to }, 'WENT_ON');
}

function silent(status: ItemStatus, facts: ItemFacts, { rule, fallback, isLast }: Extract<ItemChange, { kind: 'SILENCE' }>): Changed {
  if (status.state !== 'OPEN') return { status, log: null };
  if (rule === 'KEEP') return after(status, { state: 'KEPT' }, 'SILENCE');
  if (rule === 'PROPOSE_REVOKE') return after(status, { state: 'PROPOSED' }, 'SILENCE');
  if (isLast) return after(status, { state: 'UNDECIDED' }, 'SILENCE');
  return status.reviewer === fallback ? { status, log: null } : after(status, { reviewer: reviewerFor(status, facts, fallback) }, 'FELL_BACK');
}
