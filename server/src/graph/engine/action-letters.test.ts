import { actionsOfModes } from './action-letters';

describe('actionsOfModes', () => {
  it('gives a letter for each granted mode and repeats the conditional ones', () => {
    expect(actionsOfModes([2, 1, 0])).toEqual({ actions_str: 'RW-', conditional_actions_str: '-W-' });
  });

  it('gives nothing without access', () => {
    expect(actionsOfModes([0, 0, 0])).toEqual({ actions_str: '', conditional_actions_str: '' });
  });
});
