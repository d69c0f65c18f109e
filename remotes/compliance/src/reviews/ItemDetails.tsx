import type { ReactNode } from 'react';
import { changeSetText, type ReviewItem } from '@cam/contracts';
import { Button, FactList, formatZoned, Icon, saveFile } from '@cam/ui';
import { aloneText, earlierText, givesText, SUGGESTIONS } from './words';

/** Shows what an item gives, how it was decided, and the change that revokes it. */
export function ItemDetails({ item }: { item: ReviewItem }): ReactNode {
  const {
    action,
    edits,
    source_uid: sourceUid,
    suggestion,
    suggestion_reason: why,
    decided_by: by,
    decided_at: at,
    reason,
    checked_snapshot: snapshot,
  } = item;
  const alone = aloneText(item);
  const facts: [string, ReactNode][] = [
    ['Access', `${givesText(item)}${alone === '' ? '' : ` ${alone}`}`],
    ['Suggestion', `${SUGGESTIONS[suggestion]}. ${why}`],
    ['Reviewer', item.reviewer === '' ? item.reviewer_reason : `${item.reviewer}. ${item.reviewer_reason}`],
    ...earlierText(item).map((text): [string, ReactNode] => ['Decided before', text]),
    ...(at === null ? [] : [['Decided', `${formatZoned(at)} by ${by}${reason === '' ? '' : `: ${reason}`}`] as [string, ReactNode]]),
    ...(item.is_reported ? [['Carried out', 'Its ticket says so. The next snapshot decides.'] as [string, ReactNode]] : []),
    ...(snapshot === null ? [] : [['Checked by snapshot', snapshot] as [string, ReactNode]]),
    ['Change to revoke it', action],
  ];
  return (
    <>
      <FactList facts={facts} />
      {edits.length > 0 && (
        <Button
          size="small"
          icon={<Icon name="download" />}
          aria-label={`Download change: ${action}`}
          onClick={() => saveFile(changeSetText({ edits, verdict: { source_uid: sourceUid } }), 'application/json', 'change-set.json')}
        >
          Download change
        </Button>
      )}
    </>
  );
}
