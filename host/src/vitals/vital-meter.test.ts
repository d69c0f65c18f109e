import { VitalMeter } from './vital-meter';

const ALERTS = { id: 'alerts' as const, version: '1.0.0' };
const REPORTS = { id: 'reports' as const, version: '2.0.0' };

it('measures the last largest paint before the first input, once', () => {
  const meter = new VitalMeter();
  meter.notePaint(ALERTS, 300.4);
  meter.notePaint(ALERTS, 812.6);
  meter.endPaints();
  meter.notePaint(REPORTS, 9000);
  expect(meter.take()).toEqual([{ ...ALERTS, metric: 'lcp', ms: 813 }]);
  expect(meter.take()).toEqual([]);
});

it('measures the longest interaction of each release by its longest event', () => {
  const meter = new VitalMeter();
  meter.noteInteraction(ALERTS, 1, 80);
  meter.noteInteraction(ALERTS, 1, 120);
  meter.noteInteraction(ALERTS, 2, 48);
  meter.noteInteraction(REPORTS, 3, 56);
  expect(meter.take()).toEqual([
    { ...ALERTS, metric: 'inp', ms: 120 },
    { ...REPORTS, metric: 'inp', ms: 56 },
  ]);
});

it('leaves one outlier in 50 interactions out', () => {
  const meter = new VitalMeter();
  meter.noteInteraction(ALERTS, 1, 5000);
  for (let interaction = 2; interaction <= 50; interaction += 1) meter.noteInteraction(ALERTS, interaction, 100);
  expect(meter.take()).toEqual([{ ...ALERTS, metric: 'inp', ms: 100 }]);
});
