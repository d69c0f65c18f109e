import { storage } from '@cam/platform';

const STEP_KEY = 'camSetupStep';
const COMPLETED_KEY = 'camCompletedSteps';

/** Titles of the steps, as the specification words them. */
export const SETUP_STEPS = ['USER INFORMATION', 'ALERT SETTINGS', 'REVIEW INFORMATION'] as const;

/** Progress of the setup wizard in this tab. */
export interface SetupProgress {
  /** Current step, from 1. */
  step: number;
  /** One flag per step. */
  completed: readonly boolean[];
}

/** Reads the progress of this tab. Returns the first step without a valid stored value. */
export function readProgress(): SetupProgress {
  const step = Number(storage.get(STEP_KEY));
  const flags = storage.get(COMPLETED_KEY) ?? '';
  return {
    step: Number.isInteger(step) && step >= 1 && step <= SETUP_STEPS.length ? step : 1,
    completed: SETUP_STEPS.map((_, index) => flags[index] === '1'),
  };
}

/** Moves to another step, forward or back, and marks the left step as completed. A move to the same step changes nothing. */
export function goTo(progress: SetupProgress, step: number): SetupProgress {
  if (step === progress.step) return progress;
  return { step, completed: progress.completed.map((done, index) => done || index === progress.step - 1) };
}

/** Stores the progress until the tab is closed. */
export function saveProgress({ step, completed }: SetupProgress): void {
  storage.set(STEP_KEY, String(step));
  storage.set(COMPLETED_KEY, completed.map(Number).join(''));
}
