import { useState, type ReactNode } from 'react';
import type { AccessUnit, Api } from '@cam/contracts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { UnitChoice } from './UnitChoice';

afterEach(cleanup);

const part = (name: string, action: string) => ({
  ...{ key: `KEY ${name}`, kind: 'MEMBERSHIP' as const, name, uri: '', action, source_uid: 's', gives: ['READ' as const] },
  edits: [{ kind: 'ADD_MEMBER' as const, group: name, member: 'ann' }],
});
const set: AccessUnit = {
  ...part('readers and sharers', 'Add ann to readers and add ann to sharers'),
  ...{ key: 'SET both', kind: 'SET', besides: [0, 0, 0, 2], parts: [part('readers', 'Add ann to readers'), part('sharers', 'Add ann to sharers')] },
};
const single: AccessUnit = { ...part('operators', 'Add ann to operators'), besides: [1, 0, 0, 0], parts: [] };
const answer: Api['POST /v1/access-requests/units']['answer'] = {
  ...{ has_access: false, tier: 3, approvals_needed: 1, units: [set, single] },
  notes: ['Several changes together give less besides than any single one.'],
};

function Choice({ onTry }: { onTry: (key: string) => void }): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  return <UnitChoice answer={answer} error={undefined} onRetry={() => undefined} level={null} chosen={chosen} onChoose={setChosen} onTry={onTry} />;
}

it('a set of units is one choice with its steps in order, and is tried as a whole', () => {
  const onTry = jest.fn();
  render(<Choice onTry={onTry} />);
  const [first, second] = screen.getAllByRole('radio');
  if (!first || !second) throw new Error('no choices');
  const label = first.closest('label') as HTMLElement;
  expect([...label.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual(['1. Add ann to readers', '2. Add ann to sharers']);
  expect(label.textContent).toContain('Also gives access to other resources: 2 of tier 3');
  expect(second.closest('label')?.textContent).toContain('Add ann to operators');
  expect(screen.getByText('Several changes together give less besides than any single one.')).toBeTruthy();
  fireEvent.click(first);
  fireEvent.click(screen.getByRole('button', { name: 'Try it' }));
  expect(onTry).toHaveBeenCalledWith('SET both');
});
