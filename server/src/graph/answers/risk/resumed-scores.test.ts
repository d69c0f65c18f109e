import { ResumedScores } from './resumed-scores';

/** Starts resumed scores of a tenant whose graph settles at once or later; `ran` lists what was queued or resumed, in order. */
async function started({ isSettling = false, isCounting = false, isScored }: { isSettling?: boolean; isCounting?: boolean; isScored: boolean }) {
  const ran: string[] = [];
  const sources = { isSettling: () => Promise.resolve(isSettling) };
  const counts = { isCounting: () => Promise.resolve(isCounting) };
  const note = (what: string) => (): Promise<void> => Promise.resolve(void ran.push(what));
  const scores = new ResumedScores({
    sources,
    counts,
    risk: { resume: () => Promise.resolve(ran.push('risk')).then(() => !isScored) },
    alertRisks: { resume: note('risks of alerts') },
    chokePoints: { resume: note('choke points') },
    causes: { queue: note('causes') },
  });
  await scores.start('t');
  const settle = (): void => {
    sources.isSettling = () => Promise.resolve(false);
    counts.isCounting = () => Promise.resolve(false);
  };
  return { ran, scores, settle };
}

describe('scores that a restart may have interrupted', () => {
  it('are resumed at once if nothing is about to change the graph', async () => {
    const { ran, scores } = await started({ isScored: true });
    expect(ran).toEqual(['causes', 'risk', 'risks of alerts', 'choke points']);
    await scores.resume('t');
    expect(ran.slice(4)).toEqual(['risk', 'risks of alerts', 'choke points']);
  });

  it('leave the risks of alerts and choke points to the scores that are queued', async () => {
    expect((await started({ isScored: false })).ran).toEqual(['causes', 'risk']);
  });

  it.each([
    ['no account is to be evaluated again', { isSettling: true }],
    ['the inventory is counted', { isCounting: true }],
  ])('wait until %s', async (_what, waits) => {
    const { ran, scores, settle } = await started({ ...waits, isScored: true });
    await scores.resume('t');
    expect(ran).toEqual([]);
    settle();
    await scores.resume('t');
    expect(ran).toEqual(['causes', 'risk', 'risks of alerts', 'choke points']);
  });
});
