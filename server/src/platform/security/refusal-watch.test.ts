import { RefusalWatch, type RefusalAlarm } from './refusal-watch';

let now: number;
let alarms: RefusalAlarm[];
let watch: RefusalWatch;
beforeEach(() => {
  now = 1_000_000;
  alarms = [];
  watch = new RefusalWatch(
    (alarm) => alarms.push(alarm),
    () => now,
  );
});

const refuse = (times: number, who: string): void => {
  for (let i = 0; i < times; i += 1) watch.refused('right', who);
};

describe('RefusalWatch', () => {
  it('raises one alarm for a user whose calls are refused again and again', () => {
    refuse(29, 'demo eve');
    expect(alarms).toEqual([]);
    refuse(500, 'demo eve');
    expect(alarms).toEqual([{ kind: 'right', who: 'demo eve', count: 30 }]);
    now += 11 * 60_000;
    refuse(30, 'demo eve');
    expect(alarms).toHaveLength(2);
  });

  it('raises none for refusals of many users, or over a long time', () => {
    for (let i = 0; i < 200; i += 1) refuse(3, `demo user ${i}`);
    for (let i = 0; i < 200; i += 1) {
      refuse(1, 'demo ann');
      now += 60_000;
    }
    expect(alarms).toEqual([]);
  });
});
