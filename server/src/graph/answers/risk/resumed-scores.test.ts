import { ResumedScores } from './resumed-scores';

/** Starts resumed scores of a tenant whose graph settles at once or later; `ran` lists what was queued or resumed, in order. */
async function started({ isSettling, isScored }: { isSettling: boolean; isScored: boolean }) {
  const ran: string[] = [];
  const sources = { isSettling: () => Promise.resolve(isSettling) };
  const note = (what: string) => (): Promise<void> => Promise.resolve(void ran.push(what));
  const scores = new ResumedScores({
    sources,
    risk: { resume: () => Promise.resolve(ran.push('risk')).then(() => !isScored) },
    alertRisks: { resume: note('risks of alerts') },
    chokePoints: { resume: note('choke points') },
    causes: { queue: note('causes') },
  });
  await scores.start('t');
  return { ran, scores, settle: () => (sources.isSettling = () => Promise.resolve(false)) };
}

describe('scores that a restart may have interrupted', () => {
  it('are resumed at once if nothing is about to change the graph', async () => {
    const { ran, scores } = await started({ isSettling: false, isScored: true });
    expect(ran).toEqual(['causes', 'risk', 'risks of alerts', 'choke points']);
    await scores.resume('t');
    expect(ran.slice(4)).toEqual(['risk', 'risks of alerts', 'choke points']);
  });

  it('leave the risks of alerts and choke points to the scores that are queued', async () => {
    expect((await started({ isSettling: false, isScored: false })).ran).toEqual(['causes', 'risk']);
  });

  it('wait until no account is to be evaluated again', async () => {
    const { ran, scores, settle } = await started({ isSettling: true, isScored: true });
    await scores.resume('t');
    expect(ran).toEqual([]);
    settle();
    await scores.resume('t');
    expect(ran).toEqual(['causes', 'risk', 'risks of alerts', 'choke points']);
  });
});
