import type { Proof } from '@cam/checker';
import type { Dice } from './differential';

/** Changes that make a proof false. Null: the proof has nothing to change in this way. */
export const FALSIFIED: Record<string, (proof: Proof, random: Dice) => unknown> = {
  'another value of an action': ({ claim }) =>
    claim.actions[0] ? (claim.actions[0].value = claim.actions[0].value === 'always' ? 'conditional' : 'always') : null,
  'one more action': ({ claim }) => claim.actions.push({ action: 'zzz:Anything', on: claim.resource.id, value: 'always' }),
  'one action less': ({ claim }) => claim.actions.pop() ?? null,
  'another kind': ({ claim }) => (claim.kind = claim.kind === 'reaches' ? 'not-reaches' : 'reaches'),
  'another identity': ({ claim }) => (claim.identity.id += 'x'),
  'another resource': ({ claim }) => (claim.resource.uri += 'x'),
  'a fact less': ({ facts }, { one }) => delete facts[one(Object.keys(facts))],
  'a changed fact': ({ facts }, { one }) => {
    const fact = facts[one(Object.keys(facts))];
    if (fact) fact.body = { ...(fact.body as object), held: [], changed: true };
  },
  'a fact under another key': ({ facts }, { one }) => {
    const fact = facts[one(Object.keys(facts))];
    if (fact) fact.key += 'x';
  },
  'two facts exchanged': ({ facts }) => {
    const [one, other] = Object.keys(facts);
    if (one === undefined || other === undefined) return null;
    [facts[one], facts[other]] = [facts[other] as never, facts[one] as never];
    return true;
  },
  'a changed document': ({ documents }) => {
    const [name] = Object.keys(documents);
    if (name === undefined) return null;
    documents[name] = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}';
    return true;
  },
  'a document less': ({ documents }, { one }) => (Object.keys(documents).length === 0 ? null : delete documents[one(Object.keys(documents))]),
  'two documents exchanged': ({ documents }) => {
    const [one, other] = Object.keys(documents);
    if (one === undefined || other === undefined) return null;
    [documents[one], documents[other]] = [documents[other] ?? '', documents[one] ?? ''];
    return true;
  },
  'a step less': ({ steps }, { next }) => steps.splice(Math.floor(next() * steps.length), 1),
  'steps in another order': ({ steps }) => steps.reverse(),
  'the last step missing': ({ steps }) => steps.pop(),
  'a step that says something else': ({ steps }, { one }) => (one(steps).says = []),
  'another rule': ({ steps }, { one }) => {
    const step = one(steps);
    step.rule = step.rule === 'resource' ? 'principal' : 'resource';
  },
  'an assumption less': ({ assumes }) => assumes.pop() ?? null,
  'other words of an assumption': ({ assumes }) => (assumes[0] ? (assumes[0].words = 'Nothing.') : null),
  'another root': ({ sources }) => (sources[0] ? (sources[0].facts_root = '0'.repeat(64)) : null),
  'another time of a source': ({ sources }) => (sources[0] ? (sources[0].taken_at = '2020-01-01T00:00:00.000Z') : null),
  'a source less': ({ sources }) => sources.pop(),
};
