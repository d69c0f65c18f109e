import type { AttributeFilter } from '../ast';
import { access as accessPredicate, aux as auxiliary, type Predicate } from './access';
import { accessQuestions } from './access-questions';
import { quality } from './attribute-phrases';
import { alt, many, map, memo, nothing, opt, say, seq, type Rule } from './chart';
import { extra } from './clauses';
import { anybody, frame, polite, showing, withPredicate, type Frame } from './frames';
import { kindOf } from './lexicon';
import { filtered, objects, subjects, type Nouns } from './nouns';
import { ableAdjective, passiveVerb, predicates, verbBehindObject } from './predicates';
import { asOf, since } from './times';
import { somewhere } from './verbs';

const counting = say('how many|count|number of|count of|what is number of|how many of|how many different');
const whyWord = say('why|how come|how|explain why|because of what|how is it that|through what');
const by = say('by|to|for|from');

/** "Who can read X", "which users have no MFA", "users that can write to buckets". */
const subjectFirst = seq([showing, subjects, predicates] as const, (_show, who, what) => frame(who, what));
/** "Buckets", "public buckets in account X". */
const entities = seq([showing, subjects, opt(say('do we have|are|exist|have we got|are there|are known'))] as const, (_show, who) =>
  who.items.every(({ isGeneric, filters, holds }) => isGeneric && filters.length === 0 && !holds) ? null : frame(who, []),
);
const existing = seq([say('are there|is there|do we have|have we got|are any of|are|is'), subjects, opt(predicates)] as const, (word, who, what) =>
  word.startsWith('is') && what === null && who.items.every(({ names }) => names.length === 0) && word === 'is'
    ? null
    : frame(who, what ?? [], 'yes-no'),
);
/** "Is payroll-prod public", "are the admins without MFA". */
const isQuality = seq([say('is|are'), subjects, quality] as const, (_is, who, filters) => withFilters(who, filters));

function withFilters(who: Nouns, filters: readonly AttributeFilter[]): Frame | null {
  const items = who.items.map((noun) => filtered(noun, filters));
  return items.every((noun) => noun !== null) ? frame({ ...who, items }, [], 'yes-no') : null;
}

/** "Can Nora read X", "does anyone have access to X", "has Nora used X". */
const yesNo: Rule<Frame> = alt(
  seq([auxiliary, subjects, opt(say('not')), bareVerb()] as const, (_can, who, not, predicate) =>
    frame(who, [{ negated: not !== null, predicate }], 'yes-no'),
  ),
  seq([say('do|does|did|has|have'), subjects, predicates] as const, (_do, who, what) => frame(who, what, 'yes-no')),
);

function bareVerb(): Rule<Predicate> {
  return seq([verbBehindObject, opt(objects), many(extra)] as const, ({ verbs, clauses }, on, more) =>
    on === null && verbs.objects === null && clauses.length === 0 && more.length === 0
      ? accessPredicate(verbs, on, [])
      : accessPredicate(verbs, on, [...clauses, ...more]),
  );
}

const why: Rule<Frame> = alt(
  seq([whyWord, auxiliary, subjects, bareVerb()] as const, (_why, _can, who, predicate) => frame(who, [{ negated: false, predicate }], 'why')),
  seq([whyWord, say('do|does|did|is|has|have'), subjects, predicates] as const, (_why, _does, who, what) => frame(who, what, 'why')),
);

const anything = say(
  'what|what all|which things|what kind of things|what resources|which resources|what else|what stuff|what assets|which assets|everything|anything|all things|where|things|resources',
);
const reachVerb = verbBehindObject;
const onWhat = alt<Nouns | null>(objects, somewhere, nothing(null));

/** "What can Nora read", "everything contractors can reach". */
const whatCan: Rule<Frame> = alt(
  seq(
    [polite, anything, auxiliary, subjects, say('do|do with|do on|do in|do to'), onWhat, many(extra)] as const,
    (_show, _what, _can, who, _do, on, more) => withPredicate(who, accessPredicate({ privileges: [], objects: null }, on, more)),
  ),
  seq(
    [polite, anything, auxiliary, subjects, opt(say('not')), reachVerb, onWhat, many(extra)] as const,
    (_show, _what, _can, who, not, { verbs, clauses }, on, more) =>
      not ? null : withPredicate(who, accessPredicate(verbs, on, [...clauses, ...more])),
  ),
  seq(
    [polite, anything, opt(say('that')), subjects, auxiliary, reachVerb, onWhat, many(extra)] as const,
    (_show, _what, _that, who, _can, { verbs, clauses }, on, more) => withPredicate(who, accessPredicate(verbs, on, [...clauses, ...more])),
  ),
  seq(
    [
      polite,
      anything,
      say('do|does'),
      subjects,
      say('have access to|have access on|reach|get access to|own|have rights to|have permissions on|have permission to|have permissions for'),
      onWhat,
      many(extra),
    ] as const,
    (_show, _what, _does, who, _have, on, more) => withPredicate(who, accessPredicate({ privileges: [], objects: null }, on, more)),
  ),
  seq(
    [polite, anything, say('is|are'), subjects, say('able to|allowed to'), reachVerb, many(extra)] as const,
    (_show, _what, _is, who, _able, { verbs, clauses }, more) => withPredicate(who, accessPredicate(verbs, null, [...clauses, ...more])),
  ),
);

/** "Which buckets can contractors read", "buckets that Nora can write to". */
const objectFirst: Rule<Frame> = alt(
  seq([showing, objects, auxiliary, subjects, reachVerb, many(extra)] as const, (_show, on, _can, who, { verbs, clauses }, more) =>
    withPredicate(who, accessPredicate(verbs, on, [...clauses, ...more])),
  ),
  seq(
    [showing, objects, opt(say('that|which')), subjects, auxiliary, reachVerb, many(extra)] as const,
    (_show, on, _that, who, _can, { verbs, clauses }, more) => withPredicate(who, accessPredicate(verbs, on, [...clauses, ...more])),
  ),
  seq(
    [
      showing,
      objects,
      opt(say('that|which')),
      say('do|does'),
      subjects,
      say('have access to|have rights to|have rights on|have permissions on|have permissions for|have access on'),
      many(extra),
    ] as const,
    (_show, on, _that, _do, who, _have, more) => withPredicate(who, accessPredicate({ privileges: [], objects: null }, on, more)),
  ),
  seq(
    [showing, objects, opt(say('that|which')), subjects, say('has access to|have access to'), many(extra)] as const,
    (_show, on, _that, who, _have, more) => withPredicate(who, accessPredicate({ privileges: [], objects: null }, on, more)),
  ),
);

/** "Which buckets are readable by contractors", "what is exposed to the internet", "by whom can X be read". */
const passive: Rule<Frame> = alt(
  seq(
    [showing, objectsOrWhat(), opt(say('that|which')), passiveForm(), by, subjects, many(extra)] as const,
    (_show, on, _that, verbs, _by, who, more) => withPredicate(who, accessPredicate(verbs, on, more)),
  ),
  seq(
    [say('by whom|by who|from whom'), alt(auxiliary, say('is|are')), objects, opt(say('be')), alt(passiveVerb, ableAdjective), many(extra)] as const,
    (_by, _can, on, _be, verbs, more) => withPredicate(anybody, accessPredicate(verbs, on, more)),
  ),
  seq(
    [say('can|could|is|are'), objects, opt(say('be')), alt(passiveVerb, ableAdjective), by, subjects, many(extra)] as const,
    (_can, on, _be, verbs, _by, who, more) => withPredicate(who, accessPredicate(verbs, on, more), 'yes-no'),
  ),
  seq(
    [say('who|whom'), alt(auxiliary, say('is|are')), objects, opt(say('be')), alt(passiveVerb, ableAdjective), say('by|to'), many(extra)] as const,
    (_who, _can, on, _be, verbs, _by, more) => withPredicate(anybody, accessPredicate(verbs, on, more)),
  ),
);

function objectsOrWhat(): Rule<Nouns> {
  return alt(
    objects,
    map(anything, () => anybody),
  );
}

function passiveForm() {
  const open = map(say('exposed|open|available|visible|shared|opened up|exposed or open'), (word) => ({
    privileges: word === 'visible' ? [[kindOf('read')]] : [],
    objects: null,
  }));
  return alt(
    seq([auxiliary, say('be'), alt(passiveVerb, ableAdjective)] as const, (_can, _be, verbs) => verbs),
    seq([opt(say('are|is')), alt(ableAdjective, open)] as const, (_are, verbs) => verbs),
  );
}

const countFrame: Rule<Frame> = seq([polite, counting, alt(memo(() => statement))] as const, (_show, _count, read) => ({
  ...read,
  intent: 'count' as const,
}));

const statement: Rule<Frame> = memo(() =>
  alt(subjectFirst, entities, existing, isQuality, yesNo, why, whatCan, objectFirst, passive, accessQuestions),
);

const tail = alt<Pick<Frame, 'asOf' | 'changedSince'>>(
  map(asOf, (asOfDay) => ({ asOf: asOfDay, changedSince: null })),
  seq([say('that changed|which changed|changed|and changed|and what changed'), since] as const, (_changed, from) => ({
    asOf: null,
    changedSince: from,
  })),
);

/** Reads a whole question. */
export const question: Rule<Frame> = memo(() =>
  seq(
    [
      opt(seq([tail, opt(say(','))] as const, (first) => first)),
      alt(countFrame, statement),
      opt(seq([opt(say(',')), tail] as const, (_comma, last) => last)),
    ] as const,
    (first, read, last) => {
      const day = first ?? last;
      if (first && last) return null;
      return day ? { ...read, asOf: day.asOf ?? read.asOf, changedSince: day.changedSince ?? read.changedSince } : read;
    },
  ),
);
