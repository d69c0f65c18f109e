import { access as accessPredicate } from './access';
import { keyAge } from './attribute-phrases';
import { alt, many, map, nothing, opt, say, seq, unlikely, type Rule } from './chart';
import { extra, lessThan, moreThan } from './clauses';
import { anybody, frame, polite, showing, withPredicate, type Frame } from './frames';
import { ACCESS_NOUNS, kindOf } from './lexicon';
import { objects, subjects, type Nouns } from './nouns';
import { forSoLong, recently, since } from './times';

const accessWord = say(ACCESS_NOUNS);
const kindWord: Rule<{ privileges: ReturnType<typeof kindOf>[][]; objects: null }> = alt(
  map(say('read'), () => ({ privileges: [[kindOf('read')]], objects: null })),
  map(say('write'), () => ({ privileges: [[kindOf('write')]], objects: null })),
  map(say('admin|administrator|full|administrative'), () => ({ privileges: [[kindOf('admin')]], objects: null })),
  map(say('sensitive|dangerous|risky'), () => ({ privileges: [[kindOf('sensitive')]], objects: null })),
  nothing({ privileges: [], objects: null }),
);
const toObjects = opt(seq([say('to|on|in|over|for|into'), objects] as const, (_to, on) => on));

/** "Access to X by contractors", "Nora's permissions on X", "what access does Nora have". */
const accessOf: Rule<Frame> = alt(
  seq(
    [
      showing,
      kindWord,
      accessWord,
      say('to|on|in|over|into|for'),
      objects,
      opt(seq([say('by|from|of|for'), subjects] as const, (_by, who) => who)),
      many(extra),
    ] as const,
    (_show, verbs, _access, _to, on, who, more) => withPredicate(who ?? anybody, accessPredicate(verbs, on, more)),
  ),
  seq(
    [showing, kindWord, accessWord, say('of|for|by|granted to|held by|given to'), subjects, toObjects, many(extra)] as const,
    (_show, verbs, _access, _of, who, on, more) => withPredicate(who, accessPredicate(verbs, on, more)),
  ),
  seq([showing, subjects, say("'s"), kindWord, accessWord, toObjects, many(extra)] as const, (_show, who, _s, verbs, _access, on, more) =>
    withPredicate(who, accessPredicate(verbs, on, more)),
  ),
  unlikely(
    1,
    seq([showing, subjects, kindWord, accessWord, toObjects, many(extra)] as const, (_show, who, verbs, _access, on, more) =>
      who.items.length === 1 ? withPredicate(who, accessPredicate(verbs, on, more)) : null,
    ),
  ),
  seq(
    [showing, kindWord, accessWord, alt(say('do|does'), say('that')), subjects, say('have|has|hold'), toObjects, many(extra)] as const,
    (_show, verbs, _access, _do, who, _have, on, more) => withPredicate(who, accessPredicate(verbs, on, more)),
  ),
  seq(
    [say('what|which|how much'), kindWord, accessWord, say('do|does|did'), subjects, say('have|get'), toObjects, many(extra)] as const,
    (_what, verbs, _access, _do, who, _have, on, more) => withPredicate(who, accessPredicate(verbs, on, more)),
  ),
);

/** "Which access keys are older than 90 days": the identities that hold them. */
const keyHolders: Rule<Frame> = seq([showing, keyAge] as const, (_show, filter) => {
  const items = anybody.items.map((noun) => ({ ...noun, isGeneric: false, filters: [filter] }));
  return frame({ ...anybody, items }, []);
});

const notUsed = seq(
  [opt(say('that|which')), opt(say('are|is|were|was|have|has')), say('unused|not used|not been used')] as const,
  (_that, _are, word) => word,
);

/** "Unused admin access", "admin rights unused for 90 days", "unused roles". */
const unusedAccess: Rule<Frame> = alt(
  seq([showing, kindWord, accessWord, toObjects, notUsed, opt(forSoLong)] as const, (_show, verbs, _access, on, _unused, days) =>
    withPredicate(anybody, accessPredicate(verbs, on, [{ kind: 'usage', test: moreThan(days ?? 90) }])),
  ),
  seq(
    [showing, say('unused|stale'), kindWord, accessWord, toObjects, opt(seq([say('of|by'), subjects] as const, (_of, who) => who))] as const,
    (_show, _unused, verbs, _access, on, who) => withPredicate(who ?? anybody, accessPredicate(verbs, on, [{ kind: 'usage', test: moreThan(90) }])),
  ),
  seq([showing, say('unused|inactive|dormant|stale|idle'), subjects] as const, (_show, _unused, who) =>
    frame(who, [{ negated: false, predicate: { kind: 'usage', test: moreThan(90), objects: null, privileges: [], clauses: [] } }]),
  ),
);

/** "What did Nora do last week", "activity of Nora in the last 30 days". */
const deeds: Rule<Frame> = alt(
  seq(
    [say('what'), say('did|has|have'), subjects, say('do|done|been doing|been up to|use|used|access|accessed|touch|touched'), recently] as const,
    (_what, _did, who, _do, days) => active(who, null, days),
  ),
  seq(
    [polite, say('activity|events|actions|usage|activities|logs'), say('of|by|for|from'), subjects, recently] as const,
    (_show, _activity, _of, who, days) => active(who, null, days),
  ),
  seq([polite, subjects, say("'s"), say('activity|events|actions|usage|activities'), recently] as const, (_show, who, _s, _activity, days) =>
    active(who, null, days),
  ),
  seq([polite, say('activity|events|usage|activities'), say('on|in|at'), objects, recently] as const, (_show, _activity, _on, on, days) =>
    active(anybody, on, days),
  ),
  seq(
    [say('which|what'), objects, say('did|has|have'), subjects, say('use|used|access|accessed|touch|touched'), recently] as const,
    (_which, on, _did, who, _use, days) => active(who, on, days),
  ),
);

function active(who: Nouns, on: Nouns | null, days: number): Frame {
  return frame(who, [{ negated: false, predicate: { kind: 'usage', test: lessThan(days), objects: on, privileges: [], clauses: [] } }]);
}

/** "What changed since Monday", "who gained admin access since 1 June". */
const changes: Rule<Frame> = alt(
  seq(
    [
      say('what|what has|what access|which access|what permissions|what was|show what|tell what'),
      say('changed|changed in access|is new|has changed|got changed|was changed|changes'),
      opt(seq([say('for|to|on|in|about'), say('access')] as const, () => '')),
      opt(seq([opt(say('to|on|for|in')), objects] as const, (_to, on) => on)),
      since,
    ] as const,
    (_what, _changed, _access, on, from) => changed(anybody, on, [], from),
  ),
  seq(
    [
      polite,
      opt(say('new|recent')),
      say('changes|access changes|permission changes|changes to access|changes in access|changes of access'),
      opt(seq([say('to|on|for|in'), objects] as const, (_to, on) => on)),
      since,
    ] as const,
    (_show, _new, _changes, on, from) => changed(anybody, on, [], from),
  ),
  seq(
    [
      showing,
      subjects,
      opt(say('have|has')),
      say('gained|got|lost|received|was granted|were granted|been granted|been given|obtained|acquired|gotten'),
      opt(say('new')),
      kindWord,
      opt(accessWord),
      toObjects,
      since,
    ] as const,
    (_show, who, _have, _gained, _new, verbs, word, on, from) => (word === null && on === null ? null : changed(who, on, verbs.privileges, from)),
  ),
  seq(
    [say('what|which'), kindWord, accessWord, say('did|have|has'), subjects, say('gain|gained|get|got|lose|lost|receive|received'), since] as const,
    (_what, verbs, _access, _did, who, _gain, from) => changed(who, null, verbs.privileges, from),
  ),
  seq([polite, say('new'), subjects, since] as const, (_show, _new, who, from) => {
    const holds = who.items[0]?.holds;
    return holds && who.items.length === 1 ? changed(who, null, [[holds]], from) : null;
  }),
  seq([polite, say('new|changed|recent'), kindWord, accessWord, toObjects, since] as const, (_show, _new, verbs, _access, on, from) =>
    changed(anybody, on, verbs.privileges, from),
  ),
);

function changed(who: Nouns, on: Nouns | null, privileges: ReturnType<typeof kindOf>[][], from: string): Frame | null {
  const predicate = accessPredicate({ privileges, objects: null }, on, []);
  return predicate && { ...frame(who, [{ negated: false, predicate }], 'changes'), changedSince: from };
}

/** Questions about access as such, its use and its changes. */
export const accessQuestions: Rule<Frame> = alt(accessOf, keyHolders, unusedAccess, deeds, changes);
