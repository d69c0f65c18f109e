/** Progress of a ticket, whatever its product calls it. */
export type Category = 'TODO' | 'DOING' | 'DONE';

/**
 * State of the alerts of a ticket together. OPEN: one of them needs work. REMEDIATED: those that are left wait for a snapshot. DISMISSED: those that are
 * left were dismissed or are excluded. GONE: a snapshot closed all.
 */
export type Phase = 'OPEN' | 'REMEDIATED' | 'DISMISSED' | 'GONE';

export interface Sides {
  category: Category;
  phase: Phase;
}

/** One step that brings a ticket and its alerts together. */
export type Step =
  /** Mark the alerts as remediated. */
  | 'REMEDIATE'
  /** Comment and move the ticket to done. */
  | 'CLOSE'
  /** Comment and open the ticket again. */
  | 'REOPEN'
  /** Comment only. */
  | 'SAY_REMEDIATED'
  | 'SAY_DISMISSED'
  | 'SAY_BACK';

/** The comments of CAM on tickets. */
export type StepWords = Readonly<Record<Exclude<Step, 'REMEDIATE'>, string>>;

/** The facts about an alert that decide the phase of its ticket. */
export interface AlertStanding {
  isClosed: boolean;
  /** Dismissed, or covered by an exclusion. */
  isDismissed: boolean;
  isRemediated: boolean;
}

/** Returns the phase of alerts. Without any, their findings are gone. */
export function phaseOf(alerts: readonly AlertStanding[]): Phase {
  const live = alerts.filter(({ isClosed }) => !isClosed);
  if (live.length === 0) return 'GONE';
  const wanted = live.filter(({ isDismissed }) => !isDismissed);
  if (wanted.some(({ isRemediated }) => !isRemediated)) return 'OPEN';
  return wanted.length > 0 ? 'REMEDIATED' : 'DISMISSED';
}

/**
 * Returns the step that is due; null: nothing is to be done, and the present states count as agreed. The last snapshot always wins: a ticket closes no
 * alert, and a closed ticket whose finding is still there after a snapshot is opened again. CAM recognizes its own changes because it agreed to them.
 * @param agreed the states of both sides after the last step
 */
export function nextStep(agreed: Sides, now: Sides): Step | null {
  if (agreed.category === now.category && agreed.phase === now.phase) return null;
  const isDone = now.category === 'DONE';
  switch (now.phase) {
    case 'GONE':
      return isDone ? null : 'CLOSE';
    case 'OPEN':
      if (isDone) return agreed.phase === 'OPEN' && agreed.category !== 'DONE' ? 'REMEDIATE' : 'REOPEN';
      return agreed.phase === 'OPEN' ? null : 'SAY_BACK';
    case 'REMEDIATED':
      return isDone || agreed.phase === 'REMEDIATED' ? null : 'SAY_REMEDIATED';
    case 'DISMISSED':
      return agreed.phase === 'DISMISSED' ? null : 'SAY_DISMISSED';
  }
}

/** Returns the states that a step leaves behind when it succeeds. */
export function afterStep(now: Sides, step: Step): Sides {
  if (step === 'CLOSE') return { ...now, category: 'DONE' };
  if (step === 'REOPEN') return { ...now, category: 'TODO' };
  return step === 'REMEDIATE' ? { ...now, phase: 'REMEDIATED' } : now;
}
