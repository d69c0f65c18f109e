import fc from 'fast-check';
import { afterStep, nextStep, phaseOf, type Category, type Phase, type Sides, type Step } from './settle';

const standing = (state: 'open' | 'remediated' | 'dismissed' | 'closed') => ({
  isClosed: state === 'closed',
  isDismissed: state === 'dismissed',
  isRemediated: state === 'remediated',
});

it.each<[Parameters<typeof standing>[0][], Phase]>([
  [[], 'GONE'],
  [['closed', 'closed'], 'GONE'],
  [['closed', 'open', 'remediated', 'dismissed'], 'OPEN'],
  [['closed', 'remediated', 'dismissed'], 'REMEDIATED'],
  [['closed', 'dismissed'], 'DISMISSED'],
])('alerts that are %p are %s', (states, phase) => {
  expect(phaseOf(states.map(standing))).toBe(phase);
});

it.each<[string, Sides, Sides, Step | null]>([
  ['a ticket that a person closes marks the alert as remediated', side('TODO', 'OPEN'), side('DONE', 'OPEN'), 'REMEDIATE'],
  ['a finding that is gone closes the ticket', side('DOING', 'OPEN'), side('DOING', 'GONE'), 'CLOSE'],
  ['a finding that is still there opens the ticket again', side('DONE', 'REMEDIATED'), side('DONE', 'OPEN'), 'REOPEN'],
  ['a finding that is back opens the ticket again', side('DONE', 'GONE'), side('DONE', 'OPEN'), 'REOPEN'],
  ['the snapshot wins when both change', side('TODO', 'REMEDIATED'), side('DONE', 'OPEN'), 'REOPEN'],
  ['a ticket that is opened again although its finding is gone is closed', side('DONE', 'GONE'), side('TODO', 'GONE'), 'CLOSE'],
  ['a dismissal is a comment', side('TODO', 'OPEN'), side('TODO', 'DISMISSED'), 'SAY_DISMISSED'],
  ['a remediation in CAM is a comment', side('TODO', 'OPEN'), side('TODO', 'REMEDIATED'), 'SAY_REMEDIATED'],
  ['a move to another column is nothing', side('TODO', 'OPEN'), side('DOING', 'OPEN'), null],
  ['what CAM did itself is nothing', side('DONE', 'GONE'), side('DONE', 'GONE'), null],
])('%s', (_name, agreed, now, step) => {
  expect(nextStep(agreed, now)).toBe(step);
});

function side(category: Category, phase: Phase): Sides {
  return { category, phase };
}

/** A turn of a person in the product, a snapshot, a user of CAM, or CAM itself. */
type Event = { by: 'person'; category: Category } | { by: 'snapshot'; shows: boolean } | { by: 'cam'; fails: boolean } | { by: 'user' };

/** A ticket and its alert as they are, and as CAM last knew them. */
class Model {
  real: Sides = side('TODO', 'OPEN');
  agreed: Sides = side('TODO', 'OPEN');
  steps: Step[] = [];

  apply(event: Event): void {
    if (event.by === 'person') this.real = { ...this.real, category: event.category };
    else if (event.by === 'snapshot') this.real = { ...this.real, phase: event.shows ? 'OPEN' : 'GONE' };
    else if (event.by === 'user') this.real = { ...this.real, phase: this.real.phase === 'OPEN' ? 'REMEDIATED' : this.real.phase };
    else this.sync(event.fails);
  }

  /** @param fails the product does the step, and CAM does not hear of it */
  sync(fails = false): boolean {
    const step = nextStep(this.agreed, this.real);
    if (step) this.steps.push(step);
    this.real = step ? afterStep(this.real, step) : this.real;
    if (!fails) this.agreed = this.real;
    return step !== null;
  }
}

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ by: fc.constant('person' as const), category: fc.constantFrom<Category>('TODO', 'DOING', 'DONE') }),
  fc.record({ by: fc.constant('snapshot' as const), shows: fc.boolean() }),
  fc.record({ by: fc.constant('cam' as const), fails: fc.boolean() }),
  fc.constant({ by: 'user' as const }),
);

it('1,000 random interleavings of both sides come to rest, in the state that the last snapshot shows, without a loop', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), fc.boolean(), (events, shows) => {
      const model = new Model();
      for (const one of events) model.apply(one);
      let rounds = 0;
      while (model.sync()) rounds += 1;
      expect(rounds).toBeLessThanOrEqual(2);
      // Nothing happens while nobody changes anything.
      expect(model.sync()).toBe(false);
      model.apply({ by: 'snapshot', shows });
      while (model.sync()) rounds += 1;
      expect(rounds).toBeLessThanOrEqual(4);
      expect([model.real.phase, model.real.category === 'DONE']).toEqual(shows ? ['OPEN', false] : ['GONE', true]);
    }),
    { numRuns: 1000 },
  );
});

it('the order in which CAM hears of changes does not matter once a snapshot follows', () => {
  const changes = fc.array(
    event.filter(({ by }) => by !== 'cam'),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(changes, fc.array(fc.boolean(), { maxLength: 12 }), fc.boolean(), (events, looks, shows) => {
      const [often, once] = [new Model(), new Model()];
      events.forEach((one, index) => {
        often.apply(one);
        once.apply(one);
        if (looks[index]) often.sync();
      });
      for (const model of [often, once]) {
        model.sync();
        model.sync();
        model.apply({ by: 'snapshot', shows });
        while (model.sync());
      }
      expect([often.real.phase, often.real.category === 'DONE']).toEqual([once.real.phase, once.real.category === 'DONE']);
    }),
    { numRuns: 1000 },
  );
});
