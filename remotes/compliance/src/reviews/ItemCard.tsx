import type { ReactNode } from 'react';
import { TIER_NAMES, type ReviewItem } from '@cam/contracts';
import { EntityLink } from '@cam/platform';
import { typeName } from '@cam/ui';
import { Choice } from './Choice';
import styles from './reviews.module.css';
import { useAccountNames } from './use-account-names';
import { aloneText, earlierText, givesText, hasText, inFull, SUGGESTIONS, usedText } from './words';

interface Props {
  item: ReviewItem;
  busy: boolean;
  onKeep: () => void;
  onRevoke: () => void;
  onDelegate: () => void;
  onNext: () => void;
}

/** Shows one item: who has what, what it gives and how it was used, and the choices with their keys. */
export function ItemCard({ item, busy, onKeep, onRevoke, onDelegate, onNext }: Props): ReactNode {
  const { identity, unit, suggestion, suggestion_reason: reason, is_changed: isChanged, needs_reason: needsReason, reviewer_reason: why } = item;
  const alone = aloneText(item);
  const nameOf = useAccountNames();
  return (
    <article className={styles.card} aria-label={`Item ${item.item_id}: ${hasText(item)}`}>
      <div>
        <h2>{hasText(item)}</h2>
        <p className={styles.quiet}>
          {typeName(identity.type)} <EntityLink uri={identity.uri} name={identity.name} /> in {nameOf(identity.account_id)}
        </p>
        <p>{givesText(item)}</p>
        <p>{usedText(item)}</p>
        {alone !== '' && <p>{alone}</p>}
        {earlierText(item).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {isChanged && <p>It gives something else now than at the start of the review.</p>}
        <p className={styles.suggestion}>
          <strong>{SUGGESTIONS[suggestion]}.</strong> {reason}
        </p>
      </div>
      <Reach item={item} />
      <div className={styles.choices}>
        <Choice action="item-keep" label="Keep" busy={busy} onClick={onKeep} />
        <Choice action="item-revoke" label="Revoke" busy={busy} danger onClick={onRevoke} />
        <Choice action="item-delegate" label="Delegate" busy={busy} onClick={onDelegate} />
        <Choice action="item-next" label="Next" busy={busy} onClick={onNext} />
        {needsReason && <p className={styles.hint}>To keep it takes a reason: it reaches tier 0, and no use is known.</p>}
        <p className={styles.hint}>
          {unit.identities === 1 ? 'Nobody else in this review has it.' : `${inFull(unit.identities)} identities in this review have it.`} Yours to
          decide: {why}.
        </p>
      </div>
    </article>
  );
}

/** Shows the resources of each tier as bars. */
function Reach({ item: { reach, used } }: { item: ReviewItem }): ReactNode {
  const most = Math.max(...reach, 1);
  const total = reach.reduce((sum, count) => sum + count, 0);
  const share = total === 0 ? 0 : (used * 100) / total;
  return (
    <div>
      <h3>Resources by tier</h3>
      <ul className={styles.tiers}>
        {reach.map((count, tier) => (
          <li key={TIER_NAMES[tier]}>
            <span>
              {tier} {TIER_NAMES[tier]}
            </span>
            <div className={styles.track}>
              <div style={{ width: `${count === 0 ? 0 : Math.max(4, (count * 100) / most)}%` }} />
            </div>
            <span>{inFull(count)}</span>
          </li>
        ))}
      </ul>
      <h3>Used in 90 days</h3>
      <ul className={styles.tiers}>
        <li>
          <span>Resources</span>
          <div className={styles.track}>
            <div style={{ width: `${used === 0 ? 0 : Math.max(4, share)}%` }} />
          </div>
          <span>
            {inFull(used)} of {inFull(total)}
          </span>
        </li>
      </ul>
    </div>
  );
}
