import { dueWarning, isActiveOn, isInScope, noticeOf, type Finding, type ResolvedScope } from './scope';

const DAY_MS = 86_400_000;
const dayOf = (index: number): string => new Date(Date.parse('2026-01-01') + index * DAY_MS).toISOString().slice(0, 10);

/** Returns numbers from 0 to below the given one; the same seed gives the same numbers. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

it('shown and excluded findings are all findings, each once, on every day of a year', () => {
  const next = seeded(42);
  const findings: Finding[] = Array.from({ length: 40 }, (_one, index) => ({
    ...{ uri: `u${index % 13}`, name: '', referenceName: '' },
    ...{ referenceId: `g${index % 3}`, accountId: `a${index % 4}` },
  }));
  const exclusions = Array.from({ length: 12 }, () => ({
    state: ['ACTIVE', 'ACTIVE', 'PROPOSED', 'REMOVED'][next(4)] as string,
    ends_on: next(6) === 0 ? null : dayOf(next(365)),
    scope: {
      ...(next(2) === 0 ? { reference_id: `g${next(3)}` } : {}),
      ...(next(3) === 0 ? { account_id: `a${next(4)}` } : {}),
      uris: next(2) === 0 ? null : new Set([`u${next(13)}`, `u${next(13)}`]),
    } satisfies ResolvedScope,
  }));
  const wrong: string[] = [];
  let before = Infinity;
  for (let index = 0; index < 366; index++) {
    const day = dayOf(index);
    const active = exclusions.filter((one) => isActiveOn(one, day));
    const isHidden = (finding: Finding): boolean => active.some(({ scope }) => isInScope(scope, finding));
    const hidden = findings.filter(isHidden);
    const shown = new Set(findings.filter((finding) => !isHidden(finding)));
    if (hidden.length + shown.size !== findings.length || hidden.some((finding) => shown.has(finding))) wrong.push(`${day} is not a partition`);
    // Time alone never hides more.
    if (hidden.length > before) wrong.push(`${day} hides more than the day before`);
    before = hidden.length;
  }
  expect(wrong).toEqual([]);
});

it('an exclusion counts on its last day and not on the day after', () => {
  const exclusion = { state: 'ACTIVE', ends_on: '2026-03-01' };
  expect(['2026-02-28', '2026-03-01', '2026-03-02'].map((day) => isActiveOn(exclusion, day))).toEqual([true, true, false]);
  expect(isActiveOn({ state: 'ACTIVE', ends_on: null }, '2030-01-01')).toBe(true);
});

it('dueWarning warns once 14 days before the end and once 3 days before', () => {
  const sent: [string, number][] = [];
  let warned: number | null = null;
  for (let index = 0; index < 60; index++) {
    const due = dueWarning(dayOf(40), dayOf(index), warned);
    if (due !== null) sent.push([dayOf(index), due]);
    warned = due ?? warned;
  }
  expect(sent).toEqual([
    [dayOf(26), 14],
    [dayOf(37), 3],
  ]);
  expect(dueWarning(null, dayOf(0), null)).toBeNull();
});

it('noticeOf names exclusions that hide twice as much, hide nothing, or end soon', () => {
  const exclusion = { state: 'ACTIVE', ends_on: dayOf(100), hid_at_start: 2 };
  expect(noticeOf(exclusion, 4, dayOf(0))).toBe('');
  expect(noticeOf(exclusion, 5, dayOf(0))).toContain('hides 5 findings now and hid 2');
  expect(noticeOf(exclusion, 0, dayOf(0))).toContain('hides nothing now');
  expect(noticeOf(exclusion, 2, dayOf(90))).toContain(`ends on ${dayOf(100)}`);
  expect(noticeOf(exclusion, 9, dayOf(101))).toBe('');
  expect(noticeOf({ ...exclusion, state: 'PROPOSED' }, 0, dayOf(0))).toContain('second user');
});
