import { storage } from '@cam/platform';
import { goTo, keepProgress, readProgress } from './setup-steps';

beforeEach(() => storage.purge());

describe('the progress of the setup', () => {
  it('starts at the first step, also where what is stored makes no sense', () => {
    const start = { step: 1, completed: [false, false, false] };
    expect(readProgress()).toEqual(start);
    for (const step of ['0', '4', '1.5', 'two', '']) {
      storage.set('camSetupStep', step);
      storage.set('camCompletedSteps', 'xyz');
      expect(readProgress()).toEqual(start);
    }
  });

  it('completes the step that is left, forward and back, and none where somebody stays', () => {
    const second = goTo(readProgress(), 2);
    expect(second).toEqual({ step: 2, completed: [true, false, false] });
    expect(goTo(second, 1)).toEqual({ step: 1, completed: [true, true, false] });
    expect(goTo(second, 2)).toBe(second);
  });

  it('is kept in this tab as the number of the step and one flag for each', () => {
    keepProgress({ step: 3, completed: [true, false, true] });
    expect([storage.get('camSetupStep'), storage.get('camCompletedSteps')]).toEqual(['3', '101']);
    expect(readProgress()).toEqual({ step: 3, completed: [true, false, true] });
  });
});
