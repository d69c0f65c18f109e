import { accessLetters, type WhatIfRow, type WhatIfVerdict } from '@cam/contracts';

/** Actions named in a sentence. */
const NAMED = 6;

/** A group of the verdict. */
export interface VerdictGroup {
  id: 'broken' | 'lost' | 'gained';
  title: string;
  total: number;
  rows: WhatIfRow[];
  /** Says that there is nothing. */
  none: string;
}

/** Returns the rows of a verdict in groups. A row that both gains and loses is in two of them. */
export function groupsOf({ rows, broken, lost, gained }: WhatIfVerdict): VerdictGroup[] {
  return [
    {
      id: 'broken',
      title: 'Breaks access in use',
      total: broken,
      rows: rows.filter(({ use }) => use === 'USED'),
      none: 'No lost access was seen in use in the last 90 days.',
    },
    {
      id: 'lost',
      title: broken > 0 ? 'Other lost access' : 'Lost',
      total: lost - broken,
      rows: rows.filter((row) => loses(row) && row.use !== 'USED'),
      none: broken > 0 ? 'Nobody else loses access.' : 'Nobody loses access.',
    },
    { id: 'gained', title: 'Gained', total: gained, rows: rows.filter(gains), none: 'Nobody gains access.' },
  ];
}

function loses({ use }: WhatIfRow): boolean {
  return use !== 'NOTHING_LOST';
}

/** A row without lost access gains some, because rows without a change are left out. */
function gains(row: WhatIfRow): boolean {
  return row.gained.total > 0 || !loses(row) || isStronger(row);
}

/** Reports whether a kind of access becomes unconditional. */
function isStronger({ actions_after: after, conditional_actions_before: before, conditional_actions_after: now }: WhatIfRow): boolean {
  return ['R', 'W', 'A'].some((letter) => before.includes(letter) && after.includes(letter) && !now.includes(letter));
}

/** Returns the access before and after in letters. */
export function changeOf(row: WhatIfRow): { before: string; after: string } {
  return {
    before: accessLetters(row.actions_before, row.conditional_actions_before) || 'none',
    after: accessLetters(row.actions_after, row.conditional_actions_after) || 'none',
  };
}

/** Returns the actions that a row gains or loses, as one phrase; empty: only conditions change. */
export function actionsText({ total, names }: WhatIfRow['gained']): string {
  const named = names.slice(0, NAMED);
  const more = total - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}

/** Returns the use of lost access as a sentence. */
export function useText({ use, use_reason: reason, broken, broken_total: total, identity }: WhatIfRow): string {
  if (use === 'NOTHING_LOST') return '';
  if (use === 'UNKNOWN') return `Use unknown. ${reason}`;
  if (use === 'OF_MEMBERS') return 'A group makes no calls. The rows of its members show what is in use.';
  if (use === 'NOT_SEEN') return 'Not used in the last 90 days.';
  const calls = broken.slice(0, 3).map(({ action, actor, calls: n, last_at: at }) => {
    const by = actor === identity.name ? '' : ` as ${actor}`;
    return `${action}${by} (${n.toLocaleString('en')} ${n === 1 ? 'call' : 'calls'}, last on ${at.slice(0, 10)})`;
  });
  return `In use: ${calls.join(', ')}${total > calls.length ? ` and ${total - calls.length} more` : ''}.`;
}
