import { storage } from '@cam/platform';

const STEP_KEY = 'camSetupStep';
const COMPLETED_KEY = 'camCompletedSteps';

export const SETUP_STEPS = ['USER INFORMATION', 'ALERT SETTINGS', 'REVIEW INFORMATION'] as const;

export interface SetupProgress {
  /** From 1. */
  step: number;
  /** One flag for each step. */
  completed: readonly boolean[];
}

/** Where this tab stands in the wizard; at the start where nothing, or nothing sensible, is stored. */
export function readProgress(): SetupProgress {
  const step = Number(storage.get(STEP_KEY));
  const flags = storage.get(COMPLETED_KEY) ?? '';
  return {
    step: Number.isInteger(step) && step >= 1 && step <= SETUP_STEPS.length ? step : 1,
    completed: SETUP_STEPS.map((_, index) => flags[index] === '1'),
  };
}

/** Goes to another step, forward or back: the one that is left counts as completed. Staying changes nothing. */
export function goTo(progress: SetupProgress, step: number): SetupProgress {
  if (step === progress.step) return progress;
  return { step, completed: progress.completed.map((done, index) => done || index === progress.step - 1) };
}

/** Remembers the progress for as long as this tab is open. */
export function keepProgress({ step, completed }: SetupProgress): void {
  storage.set(STEP_KEY, String(step));
  storage.set(COMPLETED_KEY, completed.map(Number).join(''));
}
