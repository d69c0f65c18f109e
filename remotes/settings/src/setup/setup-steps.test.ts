import { storage } from '@cam/platform';
import { goTo, saveProgress, readProgress } from './setup-steps';

beforeEach(() => storage.purge());

describe('the progress of the setup', () => {
  it('starts at the first step, also with invalid stored values', () => {
    const start = { step: 1, completed: [false, false, false] };
    expect(readProgress()).toEqual(start);
    for (const step of ['0', '4', '1.5', 'two', '']) {
      storage.set('camSetupStep', step);
      storage.set('camCompletedSteps', 'xyz');
      expect(readProgress()).toEqual(start);
    }
  });

  it('completes the step that the user leaves, forward or back, and none without a move', () => {
    const second = goTo(readProgress(), 2);
    expect(second).toEqual({ step: 2, completed: [true, false, false] });
    expect(goTo(second, 1)).toEqual({ step: 1, completed: [true, true, false] });
    expect(goTo(second, 2)).toBe(second);
  });

  it('is stored for this tab as the step number and one flag per step', () => {
    saveProgress({ step: 3, completed: [true, false, true] });
    expect([storage.get('camSetupStep'), storage.get('camCompletedSteps')]).toEqual(['3', '101']);
    expect(readProgress()).toEqual({ step: 3, completed: [true, false, true] });
  });
});
